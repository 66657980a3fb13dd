"""A player that learns: its games, its file, its seat in terminal and arena, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import fieldhouse
from fieldhouse.cli import main
from fieldhouse.gyms.learn import Learner
from fieldhouse.kernel.action_space import action_space_of
from fieldhouse.kernel.errors import BadOptions, FieldhouseError
from fieldhouse.lab import network_coach
from fieldhouse.lab.players import check_coach, make_coach
from fieldhouse.web.engine import learned_policies

TINY = fieldhouse.open_game("redboar", length="tiny")


def fresh(game: Any = TINY, seed: int = 1) -> network_coach.Net:
    return network_coach.Net.fresh(action_space_of(game), 8, np.random.default_rng(seed))


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    fresh().save(tmp_path / "ann.npz")
    return tmp_path / "ann.npz"


def test_the_gradient_is_that_of_the_loss() -> None:
    """One small step down the gradient lowers the loss by what the gradient says, to first order."""
    learner = Learner(TINY, side_by_side=4, hidden=8, seed=3)
    steps, _ = learner.play()
    taken: dict[str, Any] = {}
    learner._adam = taken.update  # type: ignore[method-assign]
    each = next(s for s in steps if len(s.tokens) > 3)
    seen, masks = np.array(each.seen, np.float32), np.array(each.masks)
    tokens, old = np.array(each.tokens), np.array(each.odds, np.float32)
    rng = np.random.default_rng(0)
    gains = rng.standard_normal(len(tokens)).astype(np.float32)
    targets = rng.standard_normal(len(tokens)).astype(np.float32)

    def loss() -> float:
        from fieldhouse.gyms.learn import ENTROPY, VALUE

        _, _, logits, values = learner.net(seen)
        odds = network_coach.token_probabilities(logits, masks)
        ratio = odds[np.arange(len(tokens)), tokens] / old
        entropy = -(odds * np.log(np.maximum(odds, 1e-12))).sum(axis=1)
        total = -(ratio * gains) - ENTROPY * entropy + VALUE * (values - targets) ** 2 / 2
        return float(total.mean())

    learner._step(seen, masks, tokens, old, gains, targets)
    for name, gradient in taken.items():
        weight = learner.net.weights[name]
        place = np.unravel_index(np.abs(gradient).argmax(), gradient.shape)
        kept_value = weight[place]
        weight[place] = kept_value + 1e-2
        above = loss()
        weight[place] = kept_value - 1e-2
        below = loss()
        weight[place] = kept_value
        assert (above - below) / 2e-2 == pytest.approx(gradient[place], rel=0.05, abs=1e-4), name


@pytest.mark.parametrize("against", ["rookie", "self"])
def test_a_game_pays_its_result_and_its_points(against: str) -> None:
    learner = Learner(TINY, against=against, side_by_side=6, hidden=8, seed=2)
    steps, results = learner.play()
    assert len(steps) == (12 if against == "self" else 6)
    assert set(results) <= {0.0, 0.5, 1.0}
    if against == "self":  # what one seat is paid the other pays, from the first decision of both on
        assert sum(bool(each.tokens) for each in steps) > 6
    before = {name: weight.copy() for name, weight in learner.net.weights.items()}
    learner.update(steps)
    assert all(np.isfinite(weight).all() for weight in learner.net.weights.values())
    assert any((weight != before[name]).any() for name, weight in learner.net.weights.items())


@pytest.mark.slow
def test_learning_makes_stronger() -> None:
    """A game of one decision: after some batches the learner scores far more than at first (fixed seed)."""
    game = fieldhouse.open_game("redboar", length="tiny")
    learner = Learner(game, against="random", side_by_side=48, seed=5)
    shares = []
    for _ in range(14):
        steps, results = learner.play()
        shares.append(float(np.mean(results)))
        learner.update(steps)
    assert np.mean(shares[-4:]) > np.mean(shares[:4]) + 0.05


@pytest.mark.parametrize("name", ["cardbowl", "fastdrive", "redboar", "squares", "thegrid"])
def test_a_learned_player_takes_a_seat_in_every_game(name: str, tmp_path: Path) -> None:
    game = fieldhouse.open_game(name, length="tiny")
    fresh(game).save(tmp_path / "ann.npz")
    table = fieldhouse.Table(game, fieldhouse.FastDice(1))
    who = f"policy:{tmp_path / 'ann.npz'}"
    coaches = {seat: make_coach(game, who, seat, seat) for seat in table.seats}
    for _ in range(30):
        if table.outcome is not None:
            break
        seat = table.pending_seats[0]
        asked = table.request_for(seat)
        assert asked is not None
        key = coaches[seat].answer(asked, fieldhouse.CoachView(seat, table.view(seat)))
        assert isinstance(key, str) and key in asked.menu
        table.answer(seat, key)


def test_the_same_seed_answers_alike(kept: Path) -> None:
    games = []
    for _ in range(2):
        table = fieldhouse.Table(TINY, fieldhouse.FastDice(4))
        fieldhouse.play_on(table, {seat: make_coach(TINY, f"policy:{kept}", seat, 9) for seat in (0, 1)})
        games.append(table.entries)
    assert games[0] == games[1]


def test_a_file_that_is_no_player_for_the_game_is_refused(kept: Path, tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="'redboar', not for 'squares'"):
        check_coach(fieldhouse.open_game("squares"), f"policy:{kept}")
    with pytest.raises(BadOptions, match="No such file"):
        check_coach(TINY, f"policy:{tmp_path / 'nobody.npz'}")
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(BadOptions, match="no policy"):
        check_coach(TINY, f"policy:{tmp_path / 'text.npz'}")
    broken = fresh()
    broken.weights["b1"][0] = np.nan
    broken.save(tmp_path / "nan.npz")
    with pytest.raises(BadOptions, match="not all numbers"):
        check_coach(TINY, f"policy:{tmp_path / 'nan.npz'}")
    other = fresh()
    other.about["speaks"] = "another"
    other.save(tmp_path / "old.npz")
    with pytest.raises(BadOptions, match="other tokens"):
        check_coach(TINY, f"policy:{tmp_path / 'old.npz'}")


def test_learn_play_and_arena_from_the_command_line(tmp_path: Path) -> None:
    file = str(tmp_path / "ann.npz")
    run = CliRunner().invoke
    learn = run(main, ["learn", "redboar", "--length", "tiny", "--seconds", "1", "--out", file])
    assert learn.exit_code == 0, learn.output
    assert "a player for Gridiron" in learn.output
    seats = ["--seat", f"Blue=policy:{file}", "--seat", "Red=rookie"]
    play = run(main, ["play", "redboar", "--length", "tiny", "--watch", "--dice", "1", *seats])
    assert play.exit_code == 0, play.output
    arena = run(main, ["arena", "redboar", f"policy:{file}", "random", "--length", "tiny", "--pairs", "1"])
    assert arena.exit_code == 0, arena.output


def test_a_server_knows_guests_by_name_only(kept: Path) -> None:
    setting = f"redboar/ann={kept}"
    assert learned_policies.policies_for(setting, "redboar") == {"ann": str(kept)}
    assert learned_policies.policies_for(setting, "squares") == {}
    learned_policies.check_policies(setting)
    for wrong, why in (
        ("ann", "GAME/NAME=FILE"),
        (f"redboar/rookie={kept}", "Use another name"),
        ("redboar/ann=nobody.npz", "No such file"),
        (f"squares/ann={kept}", "not for 'squares'"),
    ):
        with pytest.raises(FieldhouseError, match=why):
            learned_policies.check_policies(wrong)


def test_what_the_library_learned_plays_as_it_would() -> None:
    """Layers by sb3-contrib's names become our network: the same logits from the same observation.

    Learning itself with it (`learn --with sb3`) stands on PyTorch, gigabytes that the suite does not install.
    """
    from fieldhouse.gyms.maskable import LAYERS, MaskedEnv, net_of

    env = MaskedEnv(TINY, 0, "rookie")
    seen, _ = env.reset(seed=1)
    rng, width = np.random.default_rng(1), len(seen)
    shapes = zip(LAYERS, ((8, width), (8, 8), (len(action_space_of(TINY).spec.tokens), 8)), strict=True)
    layers = {}
    for name, shape in shapes:
        layers[f"{name}.weight"], layers[f"{name}.bias"] = rng.normal(size=shape), rng.normal(size=shape[0])
    logits = net_of(layers, action_space_of(TINY))(seen[None])[2][0]
    wanted: Any = seen
    for name in LAYERS:
        wanted = layers[f"{name}.weight"] @ wanted + layers[f"{name}.bias"]
        wanted = wanted if name == LAYERS[-1] else np.tanh(wanted)
    assert logits == pytest.approx(wanted, abs=1e-4)
    paid, over = 0.0, False
    while not over:
        seen, gained, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
        paid += gained
    lead = env._env._env.episode.points(0)
    assert paid == pytest.approx(2 * info["won"] - 1 + lead / 28)
