"""
The pure core of Delvebook: rules, chance, secrets and the Game aggregate.

Nothing here reads a clock, the environment or the network, or a file after start-up, and nothing here imports from
the other packages of Delvebook. Time, identifiers and chance are arguments.
"""
