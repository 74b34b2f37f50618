"""Accounts, tokens, signing keys, and the audit trail."""
