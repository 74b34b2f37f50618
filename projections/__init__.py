"""Read models: the tables that viewers look at. They are built from events alone, and are disposable."""
