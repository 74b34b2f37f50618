"""What exploring turns up: tiles, tokens and cards, and the target markers that it moves."""
