"""What one pair of eyes is sent: the sight, the templates, the stream of changes."""
