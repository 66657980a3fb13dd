"""What the draft and the auction share: building teams from a common pool (section 4)."""
