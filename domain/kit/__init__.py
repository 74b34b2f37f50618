"""Mechanisms that titles share: agendas, sealed decks, levels of bots, the search. Never a rule."""
