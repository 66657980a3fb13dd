"""What the lobby shows of Gridiron on squares: title, seats, options, lengths."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="squares",
    title="Gridiron on squares",
    source="Gridiron, played on a 14x11 grid (publisher unknown)",
    blurb="Six players a side on a 14x11 grid: run, block and pass. No dice, no hidden cards, all skill.",
    rule_prefix="SQ",
    edition=3,
    editions=(1, 2, 3),
    seats=("Gold", "Blue"),
    options=(
        OptionSpec(
            name="player_1",
            default="flip",
            choices=("flip", "first", "second"),
            words={"flip": "coin toss", "first": "Gold", "second": "Blue"},
            help="who has the ball in the first half: the winner of the coin toss chooses, or it is set here",
            rule="SQ-2.3",
        ),
        OptionSpec(
            name="formation",
            default="funnel",
            choices=("funnel", "pocket", "spread", "eight", "eleven", "standard", "faceoff", "seven"),
            help="how both teams line up; in standard, faceoff and seven the offense can force a touchdown "
            "on second down",
            rule="SQ-13.1",
            first=True,
        ),
        OptionSpec(
            name="blocking",
            default="both",
            choices=("both", "offense"),
            words={"both": "both teams", "offense": "offense only"},
            help="who can block",
            rule="SQ-8.9",
        ),
        OptionSpec(
            name="passer_blocks",
            default=False,
            help="the passer may still block in the turn of the pass, without moving",
            rule="SQ-8.15",
        ),
        OptionSpec(
            name="push_qb",
            default=False,
            help="the defense can block the QB too",
            rule="SQ-8.16",
        ),
        OptionSpec(
            name="overtime_limit",
            default=20,
            low=0,
            help="scoreless overtime quarters before the game ends in a tie (0: no limit, the standard "
            "between people)",
            rule="SQ-10.4",
        ),
        OptionSpec(
            name="quarters",
            default=4,
            low=1,
            high=4,
            help="number of quarters; the rulebook plays four",
            rule="SQ-3.1",
        ),
        OptionSpec(
            name="position",
            default="",
            help="practice one series from a position such as 'Qf9 c12 g12 / d12 f12 up 2' "
            "(leave empty for a full game)",
            rule="SQ-12.5",
        ),
        OptionSpec(
            name="to_act",
            default="offense",
            choices=("offense", "defense"),
            help="which side moves first in the practice position",
            rule="SQ-12.6",
        ),
    ),
    minutes={"full": 10, "short": 5},
    between_people={"overtime_limit": 0},
    weight=3,
    length_words={
        "full": "four quarters",
        "short": "one quarter",
        "tiny": "one quarter and at most one overtime",
    },
    lengths={
        "full": {"quarters": 4},
        "short": {"quarters": 1},
        "tiny": {"quarters": 1, "overtime_limit": 1},
    },
    materials={"formation": "where both teams line up, with the offense attacking up the board"},
)
