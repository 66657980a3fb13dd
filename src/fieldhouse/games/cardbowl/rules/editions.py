"""What changed from edition to edition: a record replays under its own, a new game has the newest.

Each name is the edition that brought the change; the changed rule asks `s.edition >= NAME`.
"""

HURRY_UP_ON_TOP = 2
"""CB-16.9: the cap of 19 binds agreed sizes; hurry-up cards come in addition."""

TACKLES_STAY = 2
"""CB-23.9: in the second pattern turn a tackle no longer goes back."""

ENDS_JOIN_RECEIVERS = 2
"""CB-24.6: an end facing a revealed TE may join a receiver of his side at once."""

ONE_WR_WITH_A_BACK = 2
"""CB-35.2: two WRs and a back are no screen group."""
