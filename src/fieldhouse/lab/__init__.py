"""Bulk simulation, exact values, advice, luck ledger, arena, realism and balance reports."""
