"""Several machines, as far as one has room for them: `make test-machines`."""
