"""Imported once by the fork server, so that every worker it forks has the games loaded."""

from fieldhouse.web.engine.worker import load_games

load_games()
