"""
The HTTP API: requests, answers, and the status of each refusal. No decisions are made here.
May import: every folder of the service but wiring, process, demo, cli.
"""
