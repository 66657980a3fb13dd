"""Odds: thousands of seasons of what is left, under the form's own rules (needs fieldhouse[lab]).

`odds(form, known, model)` gives every chance; `ScoreModel` says what results a pairing may have.
"""

from fieldhouse.league.odds.chances import Odds, odds
from fieldhouse.league.odds.model import ScoreModel, sampled_model

__all__ = ["Odds", "ScoreModel", "odds", "sampled_model"]
