"""
The demo: whole games and a dispute, played over HTTP.
May import: every folder of the service but cli.
"""
