"""
The pure heart of Delvebook: rules, chance, secrets and the Game aggregate.

Nothing here reads a clock, the environment, the network or a file after start-up, and nothing here
imports from the other rooms of the house.
Time, identifiers and chance are handed in.
"""
