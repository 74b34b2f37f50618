"""
Bids: a small game with everything the contract knows, for tests alone.

Prizes are auctioned off, one a round. It has a shuffled deck, a look that is one seat's secret, choices made at the
same time and face down, and a lot that decides ties.
"""

from tests.titles.bids.ruleset import Bids

__all__ = ["Bids"]
