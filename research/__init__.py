"""Titles for those who study games: stable encodings, PettingZoo environments, OpenSpiel games."""
