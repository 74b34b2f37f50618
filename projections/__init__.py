"""Read models: what people look at, built from events alone and disposable."""
