"""Use cases and their interfaces: HTTP, command line, settings, storage."""
