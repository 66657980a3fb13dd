"""What the lobby shows of Card Bowl: title, seats, options, lengths."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="cardbowl",
    title="Card Bowl",
    source="Card Bowl - Playing Card Football, Scott Crawford, version 1.1.6 (2007)",
    blurb="A deck of 54 playing cards, eleven face-down players a side: blocks, blitzes and bluffs.",
    rule_prefix="CB",
    edition=3,
    editions=(1, 2, 3),
    seats=("Red", "Blue"),
    options=(
        OptionSpec(
            name="timing",
            default="simple1",
            choices=("simple1", "simple1-all", "simple2", "complex"),
            words={
                "simple1": "count scrimmage plays",
                "simple1-all": "count all plays",
                "simple2": "game clock",
                "complex": "game clock with run-off",
            },
            help="how time is kept",
            rule="CB-3.1",
        ),
        OptionSpec(
            name="quarter",
            default=0,
            low=0,
            high=400,
            help="length of a quarter in plays or five-second intervals; 0 means the rulebook's length "
            "(31 scrimmage plays, 36 plays or 180 intervals)",
            rule="CB-3.2",
        ),
        OptionSpec(
            name="offense_cards",
            formerly="offence_cards",
            default=12,
            low=11,
            high=15,
            help="cards dealt to the offense",
            rule="CB-16.3",
        ),
        OptionSpec(
            name="defense_cards",
            formerly="defence_cards",
            default=15,
            low=11,
            high=15,
            help="cards dealt to the defense",
            rule="CB-16.3",
        ),
        OptionSpec(
            name="by_quarter",
            default="",
            help="cards dealt in each quarter: 13,14,14,12, or offense/defense 12/15,12/14,12/14,11/13",
            rule="CB-16.6",
        ),
        OptionSpec(name="handicap_red", default=0, low=0, high=4, help="extra cards for Red", rule="CB-16.5"),
        OptionSpec(
            name="handicap_blue", default=0, low=0, high=4, help="extra cards for Blue", rule="CB-16.5"
        ),
        OptionSpec(
            name="allocation",
            default=0,
            low=0,
            high=4,
            help="extra cards each team splits between offense and defense before the game",
            rule="CB-16.7",
        ),
        OptionSpec(
            name="single_joker",
            default=False,
            help="play with the red joker only (no penalties)",
            rule="CB-1.13",
        ),
        OptionSpec(
            name="overtime",
            default=True,
            help="sudden-death overtime when tied after four quarters",
            rule="CB-2.13",
        ),
        OptionSpec(name="playoff", default=False, help="play overtime until somebody scores", rule="CB-2.13"),
    ),
    minutes={"full": 130, "short": 35, "quick": 18},
    weight=5,
    length_words={
        "full": "four 31-play quarters, or 15:00 by the clock",
        "short": "four 8-play quarters, or 4:00 by the clock",
        "quick": "four 4-play quarters, or 2:00 by the clock",
        "tiny": "four one-play quarters",
    },
    lengths={
        "full": {"timing": "simple1", "quarter": 0},
        "short": {"timing": "simple1", "quarter": 8},
        "quick": {"timing": "simple1", "quarter": 4},
        "tiny": {"timing": "simple1", "quarter": 1},
    },
    length_unit="timing",
    lengths_by_unit={
        "simple1-all": {"short": {"quarter": 9}, "quick": {"quarter": 5}, "tiny": {"quarter": 1}},
        "simple2": {"short": {"quarter": 48}, "quick": {"quarter": 24}, "tiny": {"quarter": 6}},
        "complex": {"short": {"quarter": 48}, "quick": {"quarter": 24}, "tiny": {"quarter": 6}},
    },
    levels=("rookie", "starter", "allpro"),
    onlookers=("rookie", "starter"),
    materials={"formations": "formations and alignments you can call by name"},
    hidden=True,
)
