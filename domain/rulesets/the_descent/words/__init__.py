"""The output for people and clients: sentences, the catalogue, the shapes of what is shown."""
