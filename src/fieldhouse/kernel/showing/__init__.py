"""How values and games show themselves: in notebooks, as a player of a record, as plain text."""
