"""The site as a Django application."""

from django.apps import AppConfig


class Site(AppConfig):
    """Everything the site keeps in the database."""

    name = "cuvee.web"
    label = "site"
    verbose_name = "Cuvée"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let everybody who listens hear of what is announced."""
        from cuvee.web import wiring  # who listens needs the models, which are there only by now

        wiring.connect()
