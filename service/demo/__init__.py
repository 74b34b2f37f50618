"""The demo: whole games and a dispute, played over HTTP."""
