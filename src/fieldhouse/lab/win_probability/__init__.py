"""Win probability at whistles: estimators, the files that ship with the package, and how to build them."""
