"""Fieldhouse: tabletop American football, played exactly as the rulebooks say."""

__version__ = "0.1.0"
