"""What lies on the table of Viticulture (§4, §15.1)."""
