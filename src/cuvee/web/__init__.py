"""The site: people, lobby, tables, live play, replays. The only part with a database."""
