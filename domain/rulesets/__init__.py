"""One package per title. No title knows another, and each is reached only through the registry."""
