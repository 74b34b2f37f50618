"""The pages for people: what a browser loads. They use the public API alone."""
