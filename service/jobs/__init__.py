"""
The queues, and the jobs that accounts request.
May import: base, store, identity, usecases.
"""
