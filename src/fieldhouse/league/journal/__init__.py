"""A league in play: what was agreed, who takes part, and a journal of everything that happened.

The journal is the truth, act by act, each chained to the one before; `LeagueJournal` is what it comes to. No
page and no database is needed here.
"""
