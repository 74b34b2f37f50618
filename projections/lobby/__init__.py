"""
The lobby: all games, their seats, the pending decisions, and since when they are pending.

Built from events alone by following the log. One command drops and rebuilds it.
Everything in it is public, except unlisted and private games: those are listed only for their own players.

A running game with a delay is listed for its players as it stands, and for others as it stood when the delay began
(`shown`). `updated_at`, by which the list is sorted, is the same for all: when `shown` last changed.
"""
