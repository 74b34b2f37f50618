"""What one can do with a game. Each use case loads, calls the domain, saves, and answers."""
