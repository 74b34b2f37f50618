"""Mechanism that titles share: phrases, agendas, sealed decks. Never a rule."""
