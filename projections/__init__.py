"""Read models: what people look at, built from events alone and disposable; and the audit trail, which is not."""
