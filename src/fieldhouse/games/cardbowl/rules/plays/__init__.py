"""From the snap to the whistle: blocking, runs, passes, loose balls (sections 22 to 39)."""
