"""Team cards: the shipped collection, and how cards are read and made."""
