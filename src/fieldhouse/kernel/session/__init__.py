"""The parts of a table: its log, events and history, undo, tie offers and verbs."""
