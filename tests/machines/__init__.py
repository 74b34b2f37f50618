"""Several machines, simulated on one: `make test-machines`."""
