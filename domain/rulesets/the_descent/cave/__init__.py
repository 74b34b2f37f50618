"""The cave as it stands: questions about a state, the creatures' paths, where moves lead."""
