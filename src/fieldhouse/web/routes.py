"""The handlers of every page that people open in a browser."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from fieldhouse.web import hints, leagues, server_admin, site_files, table_routes
from fieldhouse.web.chart_editor import actions as chart_actions
from fieldhouse.web.chart_editor import pages as chart_pages
from fieldhouse.web.chart_editor import reports
from fieldhouse.web.daily import pages as daily_pages
from fieldhouse.web.learn import drill_practice, drills, how_to_play, index, lessons, quiz, rules
from fieldhouse.web.lobby import game_pictures, home, my_games
from fieldhouse.web.replay import luck_ledger, mistakes
from fieldhouse.web.replay import pages as replay_pages
from fieldhouse.web.setup import choices, invitations, rematch, setup_page

PAGES: list[ControllerRouterHandler] = [
    *site_files.HANDLERS,
    *home.HANDLERS,
    *my_games.HANDLERS,
    *rematch.HANDLERS,
    *game_pictures.HANDLERS,
    *setup_page.HANDLERS,
    *invitations.HANDLERS,
    *choices.HANDLERS,
    *table_routes.HANDLERS,
    *hints.HANDLERS,
    *replay_pages.HANDLERS,
    *mistakes.HANDLERS,
    *luck_ledger.HANDLERS,
    *index.HANDLERS,
    *lessons.HANDLERS,
    *drills.HANDLERS,
    *drill_practice.HANDLERS,
    *rules.HANDLERS,
    *how_to_play.HANDLERS,
    *quiz.HANDLERS,
    *daily_pages.HANDLERS,
    *chart_pages.HANDLERS,
    *chart_actions.HANDLERS,
    *reports.HANDLERS,
    *server_admin.HANDLERS,
    *leagues.HANDLERS,
]
