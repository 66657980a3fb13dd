"""Plays compiled from the rules: tables, packed and flattened for speed, kept on disk."""
