"""What makes the service run: the supervisor, the web process, an embedded Redis."""
