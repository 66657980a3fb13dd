"""Machinery that knows no game: enumeration, compiled tables, induction, matrix games, search."""
