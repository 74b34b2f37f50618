"""The solo game held to its clauses."""
