"""The site as a Django application."""

from django.apps import AppConfig


class Site(AppConfig):
    """Everything the site keeps in the database."""

    name = "cuvee.web"
    label = "site"
    verbose_name = "Cuvée"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let streams and moderators' sessions hear of lost rights, and note every session that begins."""
        from cuvee.web.match import rights
        from cuvee.web.people import second_factor, sessions

        rights.watch()
        second_factor.watch()
        sessions.watch()
