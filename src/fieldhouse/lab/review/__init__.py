"""Review of finished games: win probability through the game, turning points, luck and mistakes."""
