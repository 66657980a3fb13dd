"""Forming teams from a common pool (section 4): what the draft and the auction share."""
