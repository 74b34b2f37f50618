"""What people and clients are told: sentences, the catalogue, the shapes of what is shown."""
