"""What lies on the table of Age of Champagne."""
