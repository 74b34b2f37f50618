"""The queues, and the jobs that accounts request."""
