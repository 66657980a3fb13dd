"""What people and programs learn a game from: first games, drills, answers as numbers, observations."""
