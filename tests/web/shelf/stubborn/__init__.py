"""Sandlot with coaches that fail in every way a coach can: for the tests of the web room."""
