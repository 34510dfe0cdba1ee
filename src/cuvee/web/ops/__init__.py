"""Running the site: serving, guarding, backups, cleaning up."""
