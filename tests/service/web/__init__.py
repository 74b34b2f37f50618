"""The pages, and how a browser is known."""
