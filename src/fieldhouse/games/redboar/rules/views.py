"""What a seat sees, the scoreboard, printed cards, and other worlds for a seat."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from fieldhouse.football.events import down_words, place_words
from fieldhouse.games.redboar.meta import META
from fieldhouse.games.redboar.rules.cards import card_result
from fieldhouse.games.redboar.rules.charts import FULL_NAMES, Against, BoundCharts
from fieldhouse.games.redboar.rules.events import game_clock_text
from fieldhouse.games.redboar.rules.penalties import accept_words, decline_words, play_result_words
from fieldhouse.games.redboar.rules.state import Deck, Gridiron, Rulebook
from fieldhouse.kernel.events import PlayMoment
from fieldhouse.kernel.game import GivenAnswer, View
from fieldhouse.kernel.requests import Seat
from fieldhouse.kernel.scoreboard import Scoreboard


def view(game: Rulebook, s: Gridiron, seat: Seat | None) -> View:
    """The state without the other hand, a face-down card of the other side, and the draw piles."""
    ended = game.outcome(s) is not None  # an overtime may end with a try or kick still due
    phase = "over" if ended else s.phase  # RB-18.3
    seen: View = {
        "game": META.name,
        "seat": seat,
        "mode": "cards" if game.cards else "dice",
        "scores": s.scores[:],
        "quarter": s.quarter,
        "quarters": game.quarters,
        "clock": s.clock,
        "period": game.period,
        "phase": phase,
        "offense": s.offense,
        "g": s.g,
        "t": s.t,
        "down": s.down,
        "ball": 100 - s.g if s.offense == 0 else s.g,
        "gain": None if phase in _NO_SERIES else 100 - s.t if s.offense == 0 else s.t,
        "drive_start": 100 - s.drive_start if s.offense == 0 else s.drive_start,
        "status": "Final" if ended else status(game, s),
        "total": s.total,
        "die": s.die,
        "face": s.face,
        "flag": s.flag,
        "pending": _pending(s),
        "overtime": game.method,
        "ties": game.ties,
        "over": s.over[:],
        "round": s.round,
        "first": s.first,
        "receiver": s.receiver,
    }
    if game.cards:
        seen |= _cards(game, s, seat)
    return seen


def scoreboard(game: Rulebook, s: Gridiron, seat: Seat | None) -> Scoreboard:
    """The score line; at a kickoff or try the side that kicks has the ball."""
    over = game.outcome(s) is not None
    series = not over and s.phase not in _NO_SERIES
    at = moment(game, s)
    return Scoreboard(
        teams=META.seats,
        scores=at.scores,
        status="Final" if over else status(game, s),
        ball=None if over or s.phase == "toss" else s.offense,
        period=at.period,
        clock=at.clock,
        down=down_words(s.down, s.g - s.t, goal=s.t == 0) if series else "" if over else s.phase.capitalize(),
        place=_place(s) if series else "",
        hand=tuple(s.decks[seat].hand) if game.cards and seat is not None else (),
    )


def moment(game: Rulebook, s: Gridiron) -> PlayMoment:
    """Quarter, clock (in overtime the round) and scores."""
    period = f"Q{s.quarter}" if s.quarter <= game.quarters else "OT"
    return PlayMoment(period, f"round {s.round}" if s.round else game_clock_text(s.clock), tuple(s.scores))


_NO_SERIES = ("toss", "kickoff", "safety punt", "try", "over")


def status(game: Rulebook, s: Gridiron) -> str:
    """`Q2 3:40, Red 3rd and 7 at Red's 45`."""
    at = moment(game, s)
    when = f"{at.period} {at.clock}"
    team = META.seats[s.offense]
    match s.phase:
        case "toss":
            return f"{when}, drawing for the opening kickoff"
        case "kickoff" | "safety punt" | "try":
            return f"{when}, {team}: {s.phase}"
    series = down_words(s.down, s.g - s.t, goal=s.t == 0)
    return f"{when}, {team} {series} at {_place(s)}"


def _place(s: Gridiron) -> str:
    """Where the ball is, by the name of the team in whose half."""
    return place_words(s.g, META.seats[s.offense], META.seats[1 - s.offense])


def _pending(s: Gridiron) -> dict[str, Any] | None:
    p = s.pending
    if p is None:
        return None
    words = {"accept": accept_words(s, p), "decline": decline_words(s, p), "came_to": play_result_words(p)}
    return msgspec.structs.asdict(p) | words


def _cards(game: Rulebook, s: Gridiron, seat: Seat | None) -> View:
    own = s.decks[seat] if seat is not None else Deck()
    open_cards = {*own.hand, *s.shown, *(card for deck in s.decks for card in deck.discard)}
    printed = msgspec.msgpack.decode(game.printed)
    return {
        "hand": own.hand[:],
        "placed": own.placed,
        "shown": s.shown[:],
        "shown_by": s.shown_by,
        "hand_sizes": [len(deck.hand) for deck in s.decks],
        "draw_sizes": [len(deck.draw) for deck in s.decks],
        "discards": [deck.discard[:] for deck in s.decks],
        "faces": {card: printed[card] for card in sorted(open_cards)},
        "printed": printed,
    }


def printed_card(book: BoundCharts, card: str) -> dict[str, Any]:
    """What is printed on a card, for pictures and for people."""
    if card in book.calls:
        call, play = book.calls[card], book.plays[card]
        kind = {"title": FULL_NAMES[play], "pass": call.is_pass, "base": call.base, "clock": call.clock}
        return {"side": "offense", "play": play, "limit": call.limit, **kind}
    rows = book.defenses[card].items()
    entries = {play: [entry.adjust, _modifiers(entry.modifiers)] for play, entry in rows}
    results = {play: _results(book, play, entry) for play, entry in rows}
    return {
        "side": "defense",
        "title": FULL_NAMES.get(card, card),
        "entries": entries,
        "results": results,
    }


def _results(book: BoundCharts, play: str, entry: Against) -> list[str]:
    """What each face of the modifier die makes of the play: yards, `30+` for a break, or how it ends."""
    call = next(call for name, call in book.calls.items() if book.plays[name] == play)
    found = []
    for number in range(1, 7):
        modifier = entry.modifiers[number] if entry.modifiers is not None else ""
        how, yards = card_result(1, call, entry, modifier)
        plain = how in ("run", "pass", "sack")
        found.append(how if not plain else f"{yards}+" if modifier == "B" else str(yards))
    return found


def _modifiers(faces: tuple[str, ...] | None) -> str:
    """`1=T,2-5=I`, put together again from the faces."""
    found: list[list[Any]] = []
    for number, modifier in enumerate(faces or ()):
        if not modifier:
            continue
        if found and found[-1][2] == modifier and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number, modifier])
    return ",".join(f"{a}={m}" if a == b else f"{a}-{b}={m}" for a, b, m in found)


def determinize(
    game: Rulebook, s: Gridiron, now: Gridiron, given: list[GivenAnswer], seat: Seat, rng: Random
) -> tuple[Gridiron, list[GivenAnswer]]:
    """Shuffle the other side's unseen cards; keep the card that has been turned up in this play."""
    other = 1 - seat
    if not game.cards:
        return s, given
    chose = any(g.seat == other and seat in g.hidden_from for g in given)
    shown = (now.shown[0] if other == now.offense else now.shown[1]) if chose and now.shown else None
    deck = s.decks[other]
    deck.hand, deck.draw = _shuffled(deck.hand + deck.draw, len(deck.hand), None if s.fresh else shown, rng)
    new = [GivenAnswer(g.seat, None, g.hidden_from) if seat in g.hidden_from else g for g in given]
    if shown is None:
        return s, new
    whole = game.book.offense_deck if other == now.offense else game.book.defense_deck
    dealt, _ = _shuffled(list(whole), 6, shown, rng)
    rng.shuffle(dealt)
    for place, answer in enumerate(new):
        if answer.key is None and answer.seat == other:
            new[place] = GivenAnswer(other, shown, answer.hidden_from)
        elif answer.key is None and s.fresh and dealt:
            new[place] = GivenAnswer(None, dealt.pop(), answer.hidden_from)
    return s, new


def _shuffled(unseen: list[str], size: int, keep: str | None, rng: Random) -> tuple[list[str], list[str]]:
    """The unseen cards dealt anew into a hand (with `keep` in it) and a pile, both sorted."""
    unseen.sort()  # the deal must not depend on who holds what
    rng.shuffle(unseen)
    if keep is not None and keep in unseen:
        unseen.remove(keep)
        unseen.insert(0, keep)
    return sorted(unseen[:size]), sorted(unseen[size:])
