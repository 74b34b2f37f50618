"""Crowds at the door, measured: idle followers, silent and dripping connections. `make floods`."""
