"""The questions of Age of Champagne (§13), with what their answers do, by chapter of the rulebook."""
