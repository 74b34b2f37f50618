"""Running the service: the supervisor, the web process, an embedded Redis."""
