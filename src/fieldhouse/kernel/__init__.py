"""The kernel: requests, tables, dice, records. It contains no football."""
