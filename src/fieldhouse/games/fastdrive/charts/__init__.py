"""The game book: its tables as people type them in, and how they are read."""
