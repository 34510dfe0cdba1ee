"""Everything on the table of Age of Champagne."""
