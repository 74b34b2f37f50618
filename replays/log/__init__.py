"""The log of games (docs/log.md) without I/O: what a verifier, a monitor and the service have in common."""
