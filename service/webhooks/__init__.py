"""
Webhooks: notices of an account, posted to an address of its own.
May import: base, store, identity, usecases, live, notices.
"""
