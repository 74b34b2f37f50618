"""Titles for researchers: stable encodings, PettingZoo environments, OpenSpiel games."""
