"""The Grid's title, options and lengths."""

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
    blurb="8-on-8 on a 60-yard field: secret play calls, d20 rolls, and a deck of cards for a clock.",
    rule_prefix="TG",
    seats=("Home", "Visitor"),
    options=(
        OptionSpec(
            name="half_cards",
            default=52,
            low=4,
            high=52,
            help="timing cards per half; fewer than 52 are drawn at random from a full deck",
            rule="TG-23.1",
        ),
        OptionSpec(
            name="overtime_cards",
            default=17,
            low=2,
            high=52,
            help="timing cards per overtime, drawn at random from a full deck",
            rule="TG-23.4",
        ),
        OptionSpec(
            name="time_outs",
            default=5,
            low=0,
            high=5,
            help="timeouts per team for the game",
            rule="TG-22.1",
        ),
        OptionSpec(
            name="winner_needed",
            default=False,
            help="play overtime until somebody wins (playoffs)",
            rule="TG-23.9",
        ),
        OptionSpec(
            name="lineups",
            default="set",
            choices=("set", "fixed"),
            words={"set": "coaches set lineups", "fixed": "default lineups"},
            help="set: coaches set lineups before each period; fixed: every team uses its default lineup",
            rule="TG-5.5",
        ),
        OptionSpec(
            name="home",
            default="founders",
            choices=TEAM_CHOICES,
            help="the home team",
            rule="TG-4.2",
            first=True,
        ),
        OptionSpec(
            name="visitor",
            default="tidewolves",
            choices=TEAM_CHOICES,
            help="the away team; both coaches may pick the same one",
            first=True,
            rule="TG-3.7",
        ),
        OptionSpec(
            name="world_seed",
            default=2050,
            low=0,
            help="seed for the World Tournament teams (world-...)",
            rule="TG-4.26",
        ),
    ),
    minutes={"full": 15, "half": 10, "short": 5},
    weight=4,
    length_words={
        "full": "two 52-card halves",
        "half": "two 26-card halves, three timeouts",
        "short": "two 13-card halves, two timeouts",
        "tiny": "two 5-card halves, one timeout",
    },
    lengths={
        "full": {},
        "half": {"half_cards": 26, "overtime_cards": 9, "time_outs": 3},
        "short": {"half_cards": 13, "overtime_cards": 6, "time_outs": 2},
        "tiny": {"half_cards": 5, "overtime_cards": 3, "time_outs": 1},
    },
    materials={
        "home": "the home team: 15 players and a lineup",
        "visitor": "the away team: 15 players and a lineup",
        "plays": "the result tables of the 12 play cards",
        "boxes": "blocking dice and defense modifiers by team total",
    },
    hidden=True,
)
