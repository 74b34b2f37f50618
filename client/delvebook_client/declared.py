# Written by `make events` from domain/events.py; do not change it by hand.
"""What docs/events.md says of every type of event, as far as level `chain` needs it."""

DECLARED = """
GameCreated player|arbiter|service ruleset:ruleset content:hex64 options:object seats:seat_count commitment:hex64 \
creator?:id clock?:clock- visibility?:visibility parent?:parent reserved?:reserved rematch_of?:game \
spectator_delay?:delay hints?:truth
SeatTaken player|service|arbiter seat:seat player:id- bot:program- nonce_commitment:hex64-
SeatLeft player|arbiter seat:seat
SeatsClosed service deadline:time-
NonceRevealed player seat:seat nonce:nonce
GameStarted player|arbiter|service facts:facts draws?:draws state:hex64
ActionTaken seat seat:seat decision:number action:action facts:facts draws?:draws state:hex64
SeatReplaced clock|seat|player seat:seat player:id bot:program- reason:replaced_reason
SeatResigned clock|seat seat:seat bot:program- reason:resigned_reason
TimeExpired clock seat:seat decision:number
EndProposed seat seat:seat of:seats
EndAnswered seat seat:seat proposed:number agrees:truth
TakeBackAsked seat seat:seat action:number of:seats
TakeBackAnswered seat seat:seat asked:number agrees:truth
ActionTakenBack seat|service seat:seat action:number state:hex64
DisputeOpened player|* seat:seat- event:number claim:text receipts:texts record:own_record-
DisputeFindingAttached service|* dispute:number finding:object
DisputeRuled arbiter|* dispute:number verdict:verdict remedy:remedy- reason:text
DisputeAppealed player|* dispute:number reason:text
DisputeWithdrawn player|* dispute:number
DisputeClockResumed clock dispute:number
GameFinished service outcome:object
GameAborted player|arbiter|service|clock reason:text seats?:seats resumed_by?:game
SeedRevealed service|* seed:hex64
"""
"""A line for each type of event, in the form that `course` describes."""
