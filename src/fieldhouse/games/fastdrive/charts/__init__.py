"""The charts as people type them in, and how they are read."""
