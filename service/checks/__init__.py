"""
Verification as a service: a sandbox for untrusted records, and jobs for long ones.
May import: base, store, identity, usecases, jobs.
"""
