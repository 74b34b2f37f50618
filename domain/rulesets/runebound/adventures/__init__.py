"""Adventures: the attempt, events, tests, and what success and failure bring."""
