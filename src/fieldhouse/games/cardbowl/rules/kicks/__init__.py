"""Kicks and what comes of them (sections 7 to 15)."""
