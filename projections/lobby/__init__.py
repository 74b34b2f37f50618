"""
The lobby: all games, their seats, the pending decisions, and the times at which these were opened.

Built from events alone by following the log. One command drops and rebuilds it. Everything in it is public, except
unlisted and private games, which are listed only for their own players. A running game with a delay is listed for its
players as it is now, and for other viewers as it was one delay earlier (`shown`). `updated_at`, by which the list is
sorted, is the same for all: the time when `shown` last changed.
"""
