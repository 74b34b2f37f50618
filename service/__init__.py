"""Use cases and their edges: HTTP, command line, settings, storage."""
