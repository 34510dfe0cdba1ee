"""Matches: their true state, and the one way to change it."""
