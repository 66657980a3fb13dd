"""Fast Drive Football: solitaire football drive by drive, with team cards and charts."""
