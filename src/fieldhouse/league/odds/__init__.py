"""Odds: thousands of seasons of what is left, under the form's own rules (needs fieldhouse[lab]).

`odds(form, known, model)` gives every chance; `ScoreModel` says what results a pairing may have.
"""

from fieldhouse.league.odds.chances import Odds, curve, odds
from fieldhouse.league.odds.model import Given, ScoreModel, sampled_model, score_model

__all__ = ["Given", "Odds", "ScoreModel", "curve", "odds", "sampled_model", "score_model"]
