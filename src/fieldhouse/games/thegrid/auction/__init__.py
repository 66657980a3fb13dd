"""The auction draft (TG-4.8 to TG-4.21): nominate a player, bid whole dollars, the highest bid wins."""
