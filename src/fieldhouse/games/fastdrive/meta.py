"""Fast Drive Football's title, options and lengths."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="fastdrive",
    title="Fast Drive Football",
    source="Fast Drive Football, print-and-play rules; charts and cards are our own",
    blurb="A full game in minutes, one roll per drive, between any two teams from any season.",
    rule_prefix="FD",
    seats=("Away", "Home"),
    options=(
        OptionSpec(name="away", default="chicago-1985", help="the away team", rule="FD-21.11", first=True),
        OptionSpec(name="home", default="miami-1985", help="the home team", rule="FD-21.11", first=True),
        OptionSpec(
            name="quarter",
            default=12,
            low=1,
            high=24,
            help="length of a quarter in ticks of 1:15",
            rule="FD-5.1",
        ),
        OptionSpec(
            name="neutral",
            default=False,
            help="neutral site: the home edge switches at halftime",
            rule="FD-19.2",
        ),
        OptionSpec(
            name="overtime",
            default="both",
            choices=("both", "modified", "sudden", "none"),
            words={
                "both": "both teams get the ball",
                "sudden": "sudden death",
                "modified": "an opening touchdown wins, a field goal can be answered",
                "none": "no overtime, ties stand",
            },
            help="what happens when regulation ends in a tie",
            rule="FD-24.61",
        ),
        OptionSpec(name="knockout", default=False, help="play overtime until somebody wins", rule="FD-24.61"),
        OptionSpec(
            name="overtime_clock",
            default=True,
            help="late-game clock rules apply in overtime too",
            rule="FD-20.2",
        ),
        OptionSpec(name="two_point", default=True, help="allow two-point conversions", rule="FD-24.64"),
        OptionSpec(
            name="cross_era", default=True, help="adjust kicking and turnovers between eras", rule="FD-18.1"
        ),
        OptionSpec(name="seven_minute", default=False, help="allow seven-minute drives", rule="FD-17.1"),
        OptionSpec(
            name="blocked_kicks", default=False, help="even perfect kickers can be blocked", rule="FD-17.3"
        ),
        OptionSpec(
            name="scoring_detail",
            default=False,
            help="touchdown runs and passes by team style",
            rule="FD-17.5",
        ),
    ),
    minutes={"full": 3, "short": 1},
    weight=1,
    length_words={
        "full": "four 15-minute quarters",
        "short": "four 3:45 quarters",
        "tiny": "four 1:15 quarters",
    },
    lengths={"full": {"quarter": 12}, "short": {"quarter": 3}, "tiny": {"quarter": 1}},
    materials={
        "charts": "the charts: drive results, kicks, turnovers, unusual plays",
        "away": "the away team's card",
        "home": "the home team's card",
    },
    edition=3,
    editions=(1, 2, 3),
)
