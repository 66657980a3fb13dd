"""Fast Drive Football's title page."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="fastdrive",
    title="Fast Drive Football",
    source="Fast Drive Football, print-and-play rules; charts and cards are our own",
    blurb="A whole game in minutes, a roll per drive, between any two teams of any seasons.",
    rule_prefix="FD",
    seats=("Away", "Home"),
    options=(
        OptionSpec(name="away", default="chicago-1985", help="the visiting team's card", rule="FD-21.11"),
        OptionSpec(name="home", default="miami-1985", help="the home team's card", rule="FD-21.11"),
        OptionSpec(name="quarter", default=12, low=1, high=24, help="ticks in a quarter", rule="FD-5.1"),
        OptionSpec(
            name="neutral", default=False, help="neutral site: home changes at half-time", rule="FD-19.2"
        ),
        OptionSpec(
            name="overtime",
            default="both",
            choices=("both", "modified", "sudden", "none"),
            words={
                "both": "both sides get the ball",
                "sudden": "the first score wins",
                "modified": "a touchdown wins at once, a field goal may be answered",
                "none": "none, a tie stands",
            },
            help="how a level game goes on",
            rule="FD-24.61",
        ),
        OptionSpec(name="knockout", default=False, help="play overtime until it is decided", rule="FD-24.61"),
        OptionSpec(
            name="overtime_clock",
            default=True,
            help="the rules of the last 5:00 act in overtime too",
            rule="FD-20.2",
        ),
        OptionSpec(name="two_point", default=True, help="two-point tries are allowed", rule="FD-24.64"),
        OptionSpec(name="cross_era", default=True, help="level kicks and turnovers of eras", rule="FD-18.1"),
        OptionSpec(name="seven_minute", default=False, help="drives of seven minutes", rule="FD-17.1"),
        OptionSpec(
            name="blocked_kicks", default=False, help="perfect kickers can be blocked", rule="FD-17.3"
        ),
        OptionSpec(name="scoring_detail", default=False, help="runs and passes by team", rule="FD-17.5"),
    ),
    minutes={"full": 3, "short": 1},
    weight=1,
    length_words={
        "full": "four quarters of 15 minutes",
        "short": "four quarters of 3:45",
        "tiny": "four quarters of 1:15",
    },
    lengths={"full": {"quarter": 12}, "short": {"quarter": 3}, "tiny": {"quarter": 1}},
    materials={
        "charts": "the game book: drive results, kicks, turnovers, unusual results",
        "away": "the visiting team's card",
        "home": "the home team's card",
    },
    edition=3,
    editions=(1, 2, 3),
)
