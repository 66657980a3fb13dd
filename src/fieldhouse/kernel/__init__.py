"""The kernel: requests, tables, dice, records. It knows no football."""
