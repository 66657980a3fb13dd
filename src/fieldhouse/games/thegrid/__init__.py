"""The Grid: rosters, secret simultaneous play calls, d20 charts and a timing deck."""
