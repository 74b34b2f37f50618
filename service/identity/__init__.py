"""
Accounts, tokens, signing keys, and the audit trail.
May import: base, store.
"""
