"""Read models: what viewers look at. Built from events alone, and disposable."""
