"""The store: what is kept, in SQLite or PostgreSQL. Only this room knows the database; it knows no web."""
