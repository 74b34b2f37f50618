"""Requests that nobody should send, by the hundred thousand, at the real server."""
