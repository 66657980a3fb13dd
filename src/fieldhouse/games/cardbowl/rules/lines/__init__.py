"""Both lines: formations, places, motion, and who can reach whom (sections 17 to 21, 42)."""
