"""The pages in a real Firefox. `make test-firefox` runs this."""
