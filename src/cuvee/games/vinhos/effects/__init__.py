"""What tiles, booths, regions and Lacerda's cards do: one small class for each operation (§18.6)."""
