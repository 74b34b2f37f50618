"""
Webhooks: post the notices of an account to an address of its choice.
May import: base, store, identity, usecases, live, notices.
"""
