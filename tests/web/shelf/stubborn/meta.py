"""The title page."""

import msgspec
from fieldhouse.games.sandlot.meta import META as SANDLOT

META = msgspec.structs.replace(
    SANDLOT,
    name="stubborn",
    title="Stubborn",
    levels=("sleepy", "crashing", "raising", "lying", "moody", "starter"),
)
