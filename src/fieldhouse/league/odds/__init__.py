"""Odds: thousands of seasons of what is left, under the form's own rules (needs fieldhouse[lab]).

`odds(form, known, model)` gives every chance; `ScoreModel` says what results a pairing may have.
"""

from fieldhouse.league.odds.estimate import Odds, estimate_odds, odds_by_week
from fieldhouse.league.odds.score_model import Given, ScoreModel, build_score_model, sampled_model

__all__ = [
    "Given",
    "Odds",
    "ScoreModel",
    "build_score_model",
    "estimate_odds",
    "odds_by_week",
    "sampled_model",
]
