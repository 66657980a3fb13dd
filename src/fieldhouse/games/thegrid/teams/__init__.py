"""Player cards, rosters, and how teams are made."""
