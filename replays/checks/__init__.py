"""One module for each level of verification (record-format §6)."""
