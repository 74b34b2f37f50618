"""The HTTP API: what comes in, what goes out, and which refusal is which status. Nothing is decided here."""
