"""What lies on the table of Ora et Labora."""
