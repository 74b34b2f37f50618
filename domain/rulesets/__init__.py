"""One package a title. No title knows another; each is reached through the registry alone."""
