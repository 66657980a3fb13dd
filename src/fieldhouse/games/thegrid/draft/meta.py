"""The draft's title page."""

from fieldhouse.kernel.meta import Meta, OptionSpec

META = Meta(
    name="thegrid-draft",
    title="The Grid: draft day",
    source="The Grid, Majestic Twelve Games, 2002, version 1.0",
    blurb="Two to twelve coaches form their teams of fifteen by turns from one pool of players.",
    rule_prefix="TG",
    seats=("Canton", "Bremen", "Halifax", "Puebla"),
    chairs="coaches",
    options=(
        OptionSpec(
            name="coaches", default=4, low=2, high=12, help="how many coaches form teams", rule="TG-4.26"
        ),
        OptionSpec(
            name="order",
            default="straight",
            choices=("straight", "snake"),
            help="straight: the drawn order every round, as the book has it; snake (a house rule): every "
            "second round backwards",
            rule="TG-4.28",
        ),
        OptionSpec(
            name="world_seed",
            default=2050,
            low=0,
            help="the seed that the pool's teams are made from",
            rule="TG-4.26",
        ),
    ),
    lengths={"full": {}, "tiny": {"coaches": 2}},
    materials={"pool": "the players to be drafted, each with an id of his own"},
    ties=False,
    concession=False,
)
