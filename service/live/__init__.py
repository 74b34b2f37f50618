"""Following the event log: wake-ups between processes, and streams inside one."""
