"""The store: everything that is saved, in SQLite or PostgreSQL. Only this package knows the database."""
