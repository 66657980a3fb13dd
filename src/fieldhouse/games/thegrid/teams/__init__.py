"""Player cards, rosters, and the ways to get a team."""
