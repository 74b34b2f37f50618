"""The processes beside the web process: the follower, and the workers that take jobs off a queue."""
