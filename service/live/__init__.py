"""Following the event log: wake-ups between processes, and subscriptions inside one."""
