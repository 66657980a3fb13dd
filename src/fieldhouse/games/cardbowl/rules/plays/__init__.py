"""From the snap to the end of the play: blocking, runs, passes, loose balls (sections 22 to 39)."""
