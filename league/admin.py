"""The back office: clubs, people and bots are set up here by whoever runs the machine.

What the story writes (draws, matches, results) is not changed by hand; it is not registered.
"""

from __future__ import annotations

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest

from bots.catalog import HOUSE

from . import submit
from .models import Bot, Club, League, Membership, Player, User, Version

admin.site.register(User, UserAdmin)


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 1


class VersionForm(forms.ModelForm):
    """A version plays a program that is there."""

    house = forms.ChoiceField(choices=lambda: [(slug, bot.name) for slug, bot in HOUSE.items()])


class VersionInline(admin.TabularInline):
    """Versions are added, never changed."""

    model = Version
    form = VersionForm
    extra = 0

    def has_change_permission(self, *args: object, **kwargs: object) -> bool:
        return False

    def has_delete_permission(self, *args: object, **kwargs: object) -> bool:
        return False


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "slug", "timezone"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]

    def save_model(self, request: HttpRequest, obj: Club, form: forms.Form, change: bool) -> None:
        """A new club has the house bots in it."""
        super().save_model(request, obj, form, change)
        if not change:
            submit.seat_house_bots(obj)


@admin.register(League)
class LeagueAdmin(admin.ModelAdmin):
    list_display = ["name", "club"]
    prepopulated_fields = {"slug": ["name"]}
    exclude = ["settings"]  # the league's page has a form for them


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ["name", "club", "user"]


@admin.register(Bot)
class BotAdmin(admin.ModelAdmin):
    list_display = ["name", "club", "owner"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [VersionInline]
