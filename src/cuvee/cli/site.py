"""`cuvee serve` and `house`, and the accounts of a site: `moderator` and `password`."""

import argparse

from cuvee.cli.arguments import Command, data_flag, port


def add_serving(command: Command) -> None:
    """Add the commands that run until they are stopped."""
    serve = command("serve", _serve, "serve the site: lobby, tables, replays")
    serve.add_argument("--host", default="127.0.0.1", metavar="H", help="the address to listen on (default: this machine only)")
    serve.add_argument("--port", type=port, default=8000, metavar="P", help="the port to listen on (default: 8000)")
    serve.add_argument("--open", action="store_true", help="open the site in a browser")
    serve.add_argument("--no-house", action="store_true", help="serve only the pages; bots play where `cuvee house` runs")
    data_flag(serve)

    house = command("house", _house, "play the bots and send notices, apart from the pages (with PostgreSQL)")
    data_flag(house)


def add_accounts(command: Command) -> None:
    """Add the commands about accounts."""
    moderator = command("moderator", _moderator, "let an account moderate the site; create it if there is none")
    moderator.add_argument("name", metavar="NAME")
    moderator.add_argument(
        "--reset-second-factor", action="store_true", help="remove their second factor, if the phone is lost"
    )
    data_flag(moderator)

    password = command("password", _password, "print a link with which the owner of an account can set a new password, once")
    password.add_argument("name", metavar="NAME")
    data_flag(password)


def _serve(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import serve

    return serve(given.host, given.port, backup.data_folder(given.data), given.open, not given.no_house)


def _house(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import keep_house

    return keep_house(backup.data_folder(given.data))


def _moderator(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import make_moderator, reset_second_factor

    change = reset_second_factor if given.reset_second_factor else make_moderator
    print(change(given.name, backup.data_folder(given.data)))
    return 0


def _password(given: argparse.Namespace) -> int:
    from cuvee.web.ops import backup
    from cuvee.web.ops.serve import make_recovery_link

    print(make_recovery_link(given.name, backup.data_folder(given.data)))
    return 0
