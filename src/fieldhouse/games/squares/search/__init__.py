"""Searches within one turn of Gridiron on squares: goals, exhaustive counts and proofs."""
