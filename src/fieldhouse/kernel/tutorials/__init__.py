"""Lessons and drills: a scripted first game for learners, and positions with a question."""
