"""What a released version wrote and promised, kept for ever: every later version opens, serves and verifies it."""
