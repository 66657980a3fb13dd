"""Odds: thousands of seasons of what is left, under the form's own rules (needs fieldhouse[lab]).

`odds(form, known, model)` gives every chance; `ScoreModel` says what results a pairing may have.
"""

from fieldhouse.league.odds.score_model import Given, ScoreModel, sampled_model, score_model
from fieldhouse.league.odds.season_odds import Odds, curve, odds

__all__ = ["Given", "Odds", "ScoreModel", "curve", "odds", "sampled_model", "score_model"]
