"""The designer's pages: charts to change and try, and what the lab knows of each game."""
