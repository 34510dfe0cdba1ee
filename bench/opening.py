"""How long it takes to open a match from disk, to show its page, and to play a move, after more and more moves.

python bench/opening.py
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable

AFTER = (10, 100, 250, 500, 900)


def median_ms(do: Callable[[], object], times: int = 5) -> float:
    taken = []
    for _time in range(times):
        start = time.perf_counter()
        do()
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"CUVEE_DATA": folder, "DJANGO_SETTINGS_MODULE": "cuvee.web.settings", "CUVEE_LOG": "ERROR"}
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        measure()


def measure() -> None:
    from django.test import Client

    from cuvee import build
    from cuvee.kernel.chance import Chance
    from cuvee.web.match.desk import DESK, Desk
    from cuvee.web.match.match_in_memory import Position
    from cuvee.web.match.tables import Wish, open_table
    from cuvee.web.models import Person

    person = Person.objects.create_user("guest-bench", None, name="Bench")
    client = Client()
    client.force_login(person)
    wish = Wish("viticulture", 6, {}, ["me"] + ["friend"] * 5)
    wish.seed = 3
    table, luck = open_table(person, wish), Chance.from_seed(3, ["moves"])

    def play() -> None:
        position = DESK.position(table)
        seat = position.state.waiting[0]
        options = position.state.options(seat)
        DESK.play(table, seat, options[luck.below(len(options))], position.asked[seat])

    def open_whole() -> None:
        DESK.catch_up(table, Position(table, whole=True))

    def show_cold() -> None:
        DESK.forget(table)
        client.get(f"/table/{table.code}/?as=0")

    print(build.describe())
    print("| after move | open, ms | replay whole, ms | page from the disk, ms | one move, ms |\n|---|---|---|---|---|")
    for moves in AFTER:
        while DESK.position(table).moves < moves:
            play()
        table.refresh_from_db()
        figures = [median_ms(lambda: Desk().position(table)), median_ms(open_whole, 3), median_ms(show_cold), median_ms(play)]
        print(f"| {moves} | " + " | ".join(f"{figure:.1f}" for figure in figures) + " |")


if __name__ == "__main__":
    main()
