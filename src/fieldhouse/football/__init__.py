"""What the games share: field, downs, scoreboard, events, play-by-play and box score."""
