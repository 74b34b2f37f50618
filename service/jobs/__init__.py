"""The queues, and the jobs that an account asks for."""
