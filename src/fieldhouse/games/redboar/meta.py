"""Gridiron's title page."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="redboar",
    title="Gridiron",
    source="Red Boar Studios, 2020",
    blurb="Call plays from a hand of six cards, or let the dice call them; with a clock and flags.",
    rule_prefix="RB",
    seats=("Red", "Blue"),
    options=(
        OptionSpec(
            name="mode",
            default="cards",
            choices=("cards", "dice"),
            words={"cards": "secret cards", "dice": "dice alone"},
            help="plays come from secret cards or from dice",
            rule="RB-1.2",
        ),
        OptionSpec(
            name="overtime",
            default="both",
            choices=("both", "sudden", "series", "none"),
            words={
                "both": "both sides get the ball",
                "sudden": "the first score wins",
                "series": "by turns from the 25",
                "none": "none, a tie stands",
            },
            help="how a tie is broken: both sides get the ball, first score, series from the 25, not at all",
            rule="RB-15.1",
        ),
        OptionSpec(
            name="receiver",
            default="random",
            choices=("random", "Red", "Blue"),
            words={"random": "by lot"},
            help="who receives the opening kickoff",
            rule="RB-1.6",
        ),
        OptionSpec(
            name="ties",
            default=True,
            help="may an overtime of `both` or `sudden` end in a tie?",
            rule="RB-15.6",
        ),
        OptionSpec(
            name="quarters",
            default=4,
            choices=(4, 2, 1),
            help="quarters in a game; with two each is a half, with one there is no half-time",
            rule="RB-6.9",
        ),
        OptionSpec(
            name="minutes",
            default=15,
            low=1,
            high=15,
            help="minutes in a quarter and in an overtime period",
            rule="RB-5.10",
        ),
    ),
    minutes={"full": 20, "short": 10},
    weight=2,
    length_words={
        "full": "four quarters of 15 minutes",
        "short": "four quarters of 4 minutes",
        "tiny": "one quarter of 2 minutes",
    },
    lengths={
        "full": {"quarters": 4, "minutes": 15},
        "short": {"quarters": 4, "minutes": 4},
        "tiny": {"quarters": 1, "minutes": 2},
    },
    materials={
        "offense_cards": "the 18 cards of the offense deck",
        "defense_cards": "the 18 cards of the defense deck",
        "dice_offense": "the Offense table of dice play",
        "special_teams": "kickoffs, punts, field goals and tries",
    },
    hidden=True,
)
