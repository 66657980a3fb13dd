"""Forms of competition, each a generator over opaque entries (`league.asks`)."""
