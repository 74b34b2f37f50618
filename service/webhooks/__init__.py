"""Webhooks: notices of an account, posted to an address of its own."""
