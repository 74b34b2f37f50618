"""A round: clouds, pairs and their targets, the effect of each step, the settlement."""
