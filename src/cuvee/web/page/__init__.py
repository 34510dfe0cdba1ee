"""What one viewer is sent: the sight, the templates, the stream of changes."""
