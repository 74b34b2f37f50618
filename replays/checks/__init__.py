"""The levels of verification (record-format §6), one module each."""
