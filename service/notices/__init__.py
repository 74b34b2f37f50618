"""Notices to accounts. Each account's notices are numbered, and kept for a while."""
