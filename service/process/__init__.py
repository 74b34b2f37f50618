"""
Running the service: the supervisor, the web process, an embedded Redis.
May import: every folder of the service but demo, cli.
"""
