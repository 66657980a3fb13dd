"""The auction (TG-4.8 to TG-4.21): whole dollars, five cards face up, the highest bid has the player."""
