"""The title page of Gridiron on squares."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="squares",
    title="Gridiron on squares",
    source="Gridiron, played on a 14x11 grid (rulebook without named publisher)",
    blurb="Six pieces a side on 14x11 squares: run, block and pass. No dice, nothing hidden, all skill.",
    rule_prefix="SQ",
    edition=2,
    editions=(1, 2),
    seats=("Gold", "Blue"),
    options=(
        OptionSpec(
            name="player_1",
            default="flip",
            choices=("flip", "first", "second"),
            words={"flip": "by coin and choice", "first": "the first seat", "second": "the second seat"},
            help="who is Player 1: by coin flip and choice, the first seat, or the second seat",
            rule="SQ-2.3",
        ),
        OptionSpec(
            name="formation",
            default="funnel",
            choices=("funnel", "pocket", "spread", "eight", "standard", "faceoff", "seven"),
            help="how both sides line up (your own formation file takes its place); standard, faceoff "
            "and seven are variants with a forced touchdown on second down",
            rule="SQ-13.1",
        ),
        OptionSpec(
            name="blocking",
            default="both",
            choices=("both", "offense"),
            words={"both": "both sides", "offense": "the offense alone"},
            help="who may block: both sides, or the offense alone",
            rule="SQ-8.9",
        ),
        OptionSpec(
            name="overtime_limit",
            default=20,
            low=0,
            help="overtime quarters without a score until the game is a tie; 0 means no limit",
            rule="SQ-10.4",
        ),
        OptionSpec(
            name="quarters",
            default=4,
            low=1,
            high=4,
            help="quarters before overtime; the rulebook plays four, fewer make a shorter game",
            rule="SQ-3.1",
        ),
        OptionSpec(
            name="position",
            default="",
            help="study one series from a position such as 'Qf9 c12 g12 / d12 f12 up 2'; empty: a whole game",
            rule="SQ-12.5",
        ),
        OptionSpec(
            name="to_act",
            default="offense",
            choices=("offense", "defense"),
            help="the side to act in the position to study",
            rule="SQ-12.6",
        ),
    ),
    minutes={"full": 10, "short": 5},
    weight=3,
    length_words={
        "full": "four quarters",
        "short": "one quarter",
        "tiny": "one quarter, and one of overtime at most",
    },
    lengths={
        "full": {"quarters": 4},
        "short": {"quarters": 1},
        "tiny": {"quarters": 1, "overtime_limit": 1},
    },
    materials={"formation": "where both sides line up, for the offense attacking up"},
)
