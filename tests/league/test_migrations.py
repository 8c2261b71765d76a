"""Migrations make the tables of a site; other tests make theirs from the models."""

import pytest
from django.core.management import call_command
from pytest_django import Settings


@pytest.mark.django_db
def test_no_change_of_a_model_is_without_its_migration(settings: Settings) -> None:
    settings.MIGRATION_MODULES = {}  # without what --no-migrations puts there
    call_command("makemigrations", check_changes=True, dry_run=True)
