"""One folder per game; the registry finds them, nothing central lists them."""
