# Written by `make events` from domain/events.py; do not change it by hand.
"""What docs/events.md says of every type of event, as far as level `chain` needs it."""

TYPES = {
    "GameCreated": (
        "player arbiter service",
        "ruleset content options seats commitment creator clock visibility parent reserved rematch_of spectator_delay",
    ),
    "SeatTaken": ("player service arbiter", "seat player bot nonce_commitment"),
    "SeatLeft": ("player arbiter", "seat"),
    "SeatsClosed": ("service", "deadline"),
    "NonceRevealed": ("player", "seat nonce"),
    "GameStarted": ("player arbiter service", "facts draws state"),
    "ActionTaken": ("seat", "seat decision action facts draws state"),
    "SeatReplaced": ("clock seat player", "seat player bot reason"),
    "SeatResigned": ("clock seat", "seat bot reason"),
    "TimeExpired": ("clock", "seat decision"),
    "EndProposed": ("seat", "seat of"),
    "EndAnswered": ("seat", "seat proposed agrees"),
    "TakeBackAsked": ("seat", "seat action of"),
    "TakeBackAnswered": ("seat", "seat asked agrees"),
    "ActionTakenBack": ("seat service", "seat action state"),
    "DisputeOpened": ("player", "seat event claim receipts record"),
    "DisputeFindingAttached": ("service", "dispute finding"),
    "DisputeRuled": ("arbiter", "dispute verdict remedy reason"),
    "DisputeAppealed": ("player", "dispute reason"),
    "DisputeWithdrawn": ("player", "dispute"),
    "DisputeClockResumed": ("clock", "dispute"),
    "GameFinished": ("service", "outcome"),
    "GameAborted": ("player arbiter service clock", "reason seats resumed_by"),
    "SeedRevealed": ("service", "seed"),
}
"""By type of event: who may make it, and the members that its data may have."""
CAN_FOLLOW_END = frozenset(
    (
        "DisputeOpened",
        "DisputeFindingAttached",
        "DisputeRuled",
        "DisputeAppealed",
        "DisputeWithdrawn",
        "SeedRevealed",
    )
)
"""The types of events that can come after the end of the game."""
