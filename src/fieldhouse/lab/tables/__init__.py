"""Tables compiled from the rules, flattened by policies and packed for simulation, cached on disk."""
