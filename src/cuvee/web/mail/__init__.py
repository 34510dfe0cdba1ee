"""Mail that leaves the site."""
