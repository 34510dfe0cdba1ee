"""News between open pages and between processes."""
