"""The rules as the table compiler sees them: extra whistles inside a drive, lookups left open."""
