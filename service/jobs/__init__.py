"""
The queues, and the jobs that an account asks for.
May import: base, store, identity, usecases.
"""
