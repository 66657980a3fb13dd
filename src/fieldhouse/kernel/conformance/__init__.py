"""What every game must obey, as checks anyone can run on a game folder of their own."""
