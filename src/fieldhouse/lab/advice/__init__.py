"""Advice on a decision: exact, sampled or a mix of secret calls, and how it reads."""
