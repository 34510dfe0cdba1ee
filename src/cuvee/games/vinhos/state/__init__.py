"""What lies on the table of Vinhos: estates, wines, barrels, cubes, tiles and decks."""
