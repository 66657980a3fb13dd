"""Card Bowl: football with a deck of playing cards (version 1.1.6, 2007)."""
