"""The desk of a house's leagues: everything that is done to a league goes through here into the store."""
