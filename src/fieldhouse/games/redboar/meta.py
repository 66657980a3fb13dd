"""What the lobby shows of Gridiron: title, seats, options, lengths."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="redboar",
    title="Gridiron",
    source="Red Boar Studios, 2020",
    blurb="Call plays from a hand of six cards, or let the dice call them, with a game clock and penalties.",
    rule_prefix="RB",
    seats=("Red", "Blue"),
    options=(
        OptionSpec(
            name="mode",
            default="cards",
            choices=("cards", "dice"),
            words={"cards": "secret cards", "dice": "dice only"},
            help="call plays with secret cards or with dice",
            first=True,
            rule="RB-1.2",
        ),
        OptionSpec(
            name="turnovers",
            default="die",
            choices=("die", "always"),
            words={"die": "the defense die decides", "always": "always lost (the rulebook's letter)"},
            help="in dice games, whether the ball is lost on an interception (2) or a fumble (11)",
            rule="RB-12.12",
        ),
        OptionSpec(
            name="overtime",
            default="both",
            choices=("both", "sudden", "series", "none"),
            words={
                "both": "both teams get the ball",
                "sudden": "first score wins",
                "series": "alternating possessions from the 25",
                "none": "no overtime",
            },
            help="how a tied game is decided",
            rule="RB-15.1",
        ),
        OptionSpec(
            name="receiver",
            default="random",
            choices=("random", "Red", "Blue"),
            words={"random": "random"},
            help="who receives the opening kickoff",
            rule="RB-1.6",
        ),
        OptionSpec(
            name="ties",
            default=True,
            help="whether overtime (`both` or `sudden`) can end in a tie",
            rule="RB-15.6",
        ),
        OptionSpec(
            name="quarters",
            default=4,
            choices=(4, 2, 1),
            help="number of quarters: with two, each is a half; with one, there is no halftime",
            rule="RB-6.9",
        ),
        OptionSpec(
            name="minutes",
            default=15,
            low=1,
            high=15,
            help="minutes per quarter and overtime period",
            rule="RB-5.10",
        ),
    ),
    minutes={"full": 20, "short": 10},
    weight=2,
    length_words={
        "full": "four 15-minute quarters",
        "short": "four 4-minute quarters",
        "tiny": "one 2-minute quarter",
    },
    lengths={
        "full": {"quarters": 4, "minutes": 15},
        "short": {"quarters": 4, "minutes": 4},
        "tiny": {"quarters": 1, "minutes": 2},
    },
    materials={
        "offense_cards": "the 18 cards of the offense deck",
        "defense_cards": "the 18 cards of the defense deck",
        "dice_offense": "the offense table for dice games",
        "special_teams": "kickoffs, punts, field goals, extra points and two-point conversions",
    },
    hidden=True,
)
