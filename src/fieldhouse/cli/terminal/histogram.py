"""Pictures for the terminal: histograms from block characters."""

from __future__ import annotations

from collections.abc import Mapping

BLOCKS = " ▏▎▍▌▋▊▉█"


def text_bar(share: float, width: int, *, fancy: bool = True) -> str:
    """A bar of `share` (0 to 1) of `width` columns, to an eighth of a column; never longer."""
    if not fancy:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return BLOCKS[8] * (eighths // 8) + (BLOCKS[eighths % 8] if eighths % 8 else "")


def bin_size(low: int, high: int, most: int = 16) -> int:
    """A round number of values a row, so that `low` to `high` fill at most `most` rows."""
    sizes = (int(size * 10**power) for power in range(18) for size in (1, 2, 5))
    return next(size for size in sizes if high // size - low // size < most)


def text_histogram(named: Mapping[str, Mapping[int, int]], width: int = 80, *, fancy: bool = True) -> str:
    """Counts of numbers side by side, in equal rows: the values, then a bar and a share for each name."""
    values = [value for counts in named.values() for value in counts]
    if not values:
        return ""
    size = bin_size(min(values), max(values))
    starts = range(min(values) // size * size, max(values) + 1, size)
    labels = [str(start) if size == 1 else f"{start} to {start + size - 1}" for start in starts]
    head = max(map(len, labels))
    room = max(8, (width - head - 2) // len(named) - 9)
    columns = [_column(counts, starts, room, fancy=fancy) for counts in named.values()]
    title = " " * (head + 2) + "".join(f" {name[:room]:<{room + 8}}" for name in named)
    rows = [f"  {label:>{head}}" + "".join(cells) for label, *cells in zip(labels, *columns, strict=True)]
    return "\n".join(line.rstrip() for line in (title, *rows))


def _column(counts: Mapping[int, int], starts: range, room: int, *, fancy: bool) -> list[str]:
    total, size = sum(counts.values()), starts.step
    rows = [
        sum(times for value, times in counts.items() if value // size * size == start) for start in starts
    ]
    longest = max(rows)
    return [
        f" {text_bar(times / longest, room, fancy=fancy):<{room}} {times / total:6.1%} " for times in rows
    ]
