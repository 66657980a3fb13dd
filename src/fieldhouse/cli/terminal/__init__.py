"""What the commands share: the screen, the keyboard or script, seats, rule texts, a game in progress."""
