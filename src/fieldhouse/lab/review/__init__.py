"""How a finished game was won: the chance before and after each step, turning points, the story."""
