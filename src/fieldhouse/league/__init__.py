"""Teams, draft, auction, schedule, standings and statistics."""
