"""Card Bowl: football with a pack of playing cards (version 1.1.6, 2007)."""
