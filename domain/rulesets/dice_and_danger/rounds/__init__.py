"""A round: clouds, pairs, what they are used on, what each step does, the settlement."""
