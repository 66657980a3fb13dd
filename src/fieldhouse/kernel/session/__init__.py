"""What a table is made of: its log, the game so far, what each seat sees and may do besides answering."""
