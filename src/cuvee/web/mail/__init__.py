"""Mail that the site sends."""
