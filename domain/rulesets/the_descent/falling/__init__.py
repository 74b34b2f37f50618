"""Falls, and rock that is destroyed."""
