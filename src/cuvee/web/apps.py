"""The site as a Django application."""

from django.apps import AppConfig


class Site(AppConfig):
    """Everything the site keeps in the database."""

    name = "cuvee.web"
    label = "site"
    verbose_name = "Cuvée"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect announcements to everything that listens to them."""
        from cuvee.web import wiring  # the listeners need the models, which are loaded only now

        wiring.connect()
