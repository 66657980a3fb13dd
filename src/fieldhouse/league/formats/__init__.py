"""Forms of competition, each a generator over opaque entries (`football.competition.format`)."""
