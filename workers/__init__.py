"""What runs beside the web process: the follower, the bots, the clock."""
