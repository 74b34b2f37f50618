"""
Webhooks: post the notices of an account to an address of its choice, and to its browsers through push services.
May import: base, store, identity, usecases, live, notices.
"""
