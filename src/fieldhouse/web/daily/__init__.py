"""The daily drive: everybody on the server plays the same dice, and is compared by decisions."""
