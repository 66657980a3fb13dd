"""How tables come to be: set up, joined, played again, branched off, imported."""
