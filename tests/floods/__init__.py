"""Measures crowds: idle followers, silent and dripping connections. `make floods`."""
