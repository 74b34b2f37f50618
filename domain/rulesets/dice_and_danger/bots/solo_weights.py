"""
The worth of each feature in the solo game of each adventure, in thousandths of a point.

In the order animals, cultists, pyramid, dinosaurs. New weights change the program `strong@1`:
docs/bots/dice-and-danger.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_ADVENTURES: Final = ("animals", "cultists", "pyramid", "dinosaurs")
_FITTED: Final[Mapping[str, tuple[int, int, int, int]]] = {
    "always": (41206, -158742, -18134, -158999),
    "armoured": (0, 0, 0, -160),
    "armoured chance": (0, 0, 0, 1201),
    "armoured chance, damage": (0, 0, 0, 1356),
    "armoured damage": (0, 0, 0, 132),
    "armoured damage squared": (0, 0, 0, 264),
    "armoured locked": (0, 0, 0, -1385),
    "armoured near": (0, 0, 0, 1091),
    "armoured reached": (0, 0, 0, -61),
    "boss": (360, 288, -22, -1035),
    "boss chance": (-32, 133, 414, 843),
    "boss chance, damage": (-906, -559, -1149, -1766),
    "boss damage": (-566, 284, 537, 730),
    "boss damage squared": (385, 207, 558, 148),
    "boss locked": (0, 0, 464, 2839),
    "boss near": (506, 398, -608, 851),
    "boss reached": (776, -22, -52, 626),
    "cells": (19345, 16954, 29227, 17066),
    "cells squared": (-1755, -2465, -17481, -10620),
    "cells, lives": (-1569, -1996, -5835, -1799),
    "chest left": (9289, 8094, 1659, 4860),
    "chest near": (-1741, -3236, 3134, 5951),
    "gem left": (-5534, -1684, 320, -1699),
    "gem near": (4901, -289, 1057, 3932),
    "gem near, lives": (349, 434, 2, -1130),
    "gold left": (6485, 166, -249, 2602),
    "gold near": (-8346, 187, 2009, -1995),
    "health": (549, 77, 765, -151),
    "health reached": (-532, 712, -147, 631),
    "hit": (2586, 5048, -2849, 2191),
    "hit twice": (11409, 1613, 6804, 16264),
    "link": (18200, 0, 0, 0),
    "link, lives": (-1863, 0, 0, 0),
    "lives 1": (-21610, -18384, -16319, -26064),
    "lives 10": (10676, 6951, 21405, 24037),
    "lives 2": (-13558, -13925, -10625, -16524),
    "lives 3": (-7398, -9113, -6231, -8383),
    "lives 4": (-3298, -5559, -3399, -441),
    "lives 5": (343, -2681, 779, 6818),
    "lives 6": (4265, -2031, 3925, 15640),
    "lives 7": (6956, 595, 6182, 23235),
    "lives 8": (10006, 2891, 7575, 28089),
    "lives 9": (11370, 4752, 12950, 30214),
    "monster": (-92, 311, -311, 157),
    "monster chance": (426, 531, 244, 489),
    "monster chance, damage": (-1423, -1861, -902, 299),
    "monster damage": (-489, 387, 229, 50),
    "monster damage squared": (206, 255, -151, -566),
    "monster locked": (-3447, 813, 309, 195),
    "monster near": (1466, 454, 727, 893),
    "monster reached": (1122, 141, 787, 163),
    "rooms": (0, 5847, 2658, -4292),
    "rooms squared": (0, 11694, 18352, 11965),
    "rooms, lives": (0, -982, -586, -419),
    "rounds": (184, 213, 278, 279),
    "symbols": (3095, 2212, 2337, 4671),
    "torches": (5689, 2121, 3990, 2713),
    "use": (-77337, 163515, 6573, 161771),
    "use twice": (37228, 894, 6931, -533),
}
WEIGHTS: Final[Mapping[str, Mapping[str, int]]] = {
    adventure: {name: weights[at] for name, weights in _FITTED.items()} for at, adventure in enumerate(_ADVENTURES)
}
"""By adventure and feature of `solo_value`, the worth of a whole unit of the feature."""
