"""The Grid's title page."""

from fieldhouse.kernel.meta import Meta, OptionSpec

TOWNS = (
    "canton",
    "bremen",
    "halifax",
    "puebla",
    "recife",
    "leeds",
    "bari",
    "tampere",
    "ibadan",
    "sendai",
    "busan",
    "perth",
)
"""The twelve towns of the World Tournament, in order of team index (DC-10)."""

TEAM_CHOICES = ("founders", "tidewolves", "average", *(f"world-{town}" for town in TOWNS))
"""Teams to choose from without a file: the two sample teams, the average team, the twelve of a seed."""

META = Meta(
    name="thegrid",
    title="The Grid",
    source="The Grid, Majestic Twelve Games, 2002, version 1.0",
    blurb="Eight a side on sixty yards: secret calls, d20 play cards, rosters, and a deck that is the clock.",
    rule_prefix="TG",
    seats=("Home", "Visitor"),
    options=(
        OptionSpec(
            name="half_cards",
            default=52,
            low=4,
            high=52,
            help="timing cards in each half; fewer than 52 are taken at random from a full deck",
            rule="TG-23.1",
        ),
        OptionSpec(
            name="overtime_cards",
            default=17,
            low=2,
            high=52,
            help="timing cards in each overtime, taken at random from a full deck",
            rule="TG-23.4",
        ),
        OptionSpec(
            name="time_outs",
            default=5,
            low=0,
            high=5,
            help="time outs for both halves together",
            rule="TG-22.1",
        ),
        OptionSpec(
            name="winner_needed",
            default=False,
            help="play overtimes until somebody wins (play-offs)",
            rule="TG-23.9",
        ),
        OptionSpec(
            name="lineups",
            default="set",
            choices=("set", "fixed"),
            words={"set": "coaches set them", "fixed": "the team's own"},
            help="set: coaches choose their lineups at the start and at breaks; fixed: the team's own lineup",
            rule="TG-5.5",
        ),
        OptionSpec(
            name="home", default="founders", choices=TEAM_CHOICES, help="the home team", rule="TG-4.2"
        ),
        OptionSpec(
            name="visitor",
            default="tidewolves",
            choices=TEAM_CHOICES,
            help="the visiting team; both coaches may take the same one",
            rule="TG-3.7",
        ),
        OptionSpec(
            name="world_seed",
            default=2050,
            low=0,
            help="the seed that the teams of the World Tournament (world-...) are made from",
            rule="TG-4.26",
        ),
    ),
    minutes={"full": 15, "half": 10, "short": 5},
    weight=4,
    length_words={
        "full": "two halves of 52 timing cards",
        "half": "two halves of 26 timing cards, three time outs",
        "short": "two halves of 13 timing cards, two time outs",
        "tiny": "two halves of 5 timing cards, one time out",
    },
    lengths={
        "full": {},
        "half": {"half_cards": 26, "overtime_cards": 9, "time_outs": 3},
        "short": {"half_cards": 13, "overtime_cards": 6, "time_outs": 2},
        "tiny": {"half_cards": 5, "overtime_cards": 3, "time_outs": 1},
    },
    materials={
        "home": "the home team: fifteen players and a lineup",
        "visitor": "the visiting team: fifteen players and a lineup",
        "plays": "the result tables of the twelve play cards",
        "boxes": "blocking dice and defense modifiers by total",
    },
    hidden=True,
)
