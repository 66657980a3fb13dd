"""The leagues of one database: everything that changes a league goes through here into the store."""
