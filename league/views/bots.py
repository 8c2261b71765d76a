"""A bot: what it has played, its versions, and what its owner does with them."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from bots.protocol import PER_QUESTION_S, Limits
from bots.submission import LARGEST
from league import access, show, submit
from league.forms.bots import NewBotForm, UploadForm
from league.kit import FOLDER, zipped
from league.models import Bot
from league.refusals import Refused

from .door import door, known


@door("GET")
def bot(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """What it has played and how that went; for its owner all versions and the next upload."""
    return _bot(request, access.bot(request.user, club, slug), UploadForm())


def _bot(request: HttpRequest, found: Bot, form: UploadForm) -> HttpResponse:
    versions = access.versions(request.user, found)
    own = found.is_owned_by(request.user)
    page = show.bot(found, versions, access.matches(request.user))
    may_upload = own and not found.retired_at and found.club.has_member(request.user)
    context = {
        "section": "club",
        "club": found.club,
        "page": page,
        "ratings": show.bot_ratings(found, access.ratings(request.user)),
        "ladders": show.ladders_of(found, access.tournaments(request.user)),
        "challenges": show.challenges(found, access.challenges(request.user)),
        "is_owner": own,
        "may_delete": not found.retired_at and found.may_be_deleted_by(request.user),
        "may_upload": may_upload,
        "may_challenge": may_upload and page.playing,
        "form": form,
        "largest": LARGEST,
    }
    return render(request, "bot.html", context, status=400 if form.errors else 200)


@door("GET", "POST")
def new(request: HttpRequest, club: str) -> HttpResponse:
    """A member's new bot with its first version, both or none."""
    found = access.joined_club(request.user, club)
    form = NewBotForm(request.POST, request.FILES) if request.method == "POST" else NewBotForm()
    if form.is_bound and form.is_valid():
        try:
            with transaction.atomic():
                made = submit.new_bot(found, known(request), form.cleaned_data["name"])
                submit.upload(made, *form.upload())
            return redirect(made)
        except Refused as refused:
            form.refuse(refused)
    page = {"section": "club", "club": found, "form": form, "largest": LARGEST}
    return render(request, "bot/new.html", page, status=400 if form.errors else 200)


@door("POST")
def upload(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """The next version."""
    found = access.own_bot(request.user, club, slug)
    access.joined_club(request.user, club)
    form = UploadForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            submit.upload(found, *form.upload())
            return redirect(found)
        except Refused as refused:
            form.refuse(refused)
    return _bot(request, found, form)


@door("GET")
def kit(request: HttpRequest) -> HttpResponse:
    """What an author needs, to take home."""
    headers = {"Content-Disposition": f'attachment; filename="{FOLDER}.zip"'}
    return HttpResponse(zipped(), content_type="application/zip", headers=headers)


@door("POST")
def delete(request: HttpRequest, club: str, slug: str) -> HttpResponse:
    """Forget the bot, but for what matches need."""
    found = access.deletable_bot(request.user, club, slug)
    submit.delete_bot(found)
    messages.success(request, _("%(bot)s is deleted.") % {"bot": found.name})
    return redirect(found.club)


@door("GET")
def version(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """What one version has done; for its owner how its trial went."""
    found = access.version(request.user, club, slug, number)
    own = found.bot.is_owned_by(request.user)
    context = {
        "section": "club",
        "club": found.bot.club,
        "page": show.version(found, access.matches(request.user), own),
        "is_owner": own,
        "is_member": found.bot.club.has_member(request.user),
        "limits": Limits(),
        "per_question_s": PER_QUESTION_S,
    }
    return render(request, "bot/version.html", context)


@door("GET")
def source(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """What its owner has uploaded, as it came."""
    found = access.source(request.user, club, slug, number)
    kind = "zip" if found.is_zip else "py"
    name = f'attachment; filename="{found.version.bot.slug}-{number}.{kind}"'
    return HttpResponse(
        bytes(found.body),
        content_type="application/octet-stream",
        headers={"Content-Disposition": name, "Cache-Control": "private, no-store"},
    )


@door("POST")
def go_back(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """Let this version play."""
    found = access.own_version(request.user, club, slug, number)
    submit.go_back_to(found)
    return redirect(found.bot)


@door("POST")
def delete_version(request: HttpRequest, club: str, slug: str, number: int) -> HttpResponse:
    """Forget what was uploaded as this version, unless it is still to play."""
    found = access.own_version(request.user, club, slug, number)
    submit.delete_version(found)
    messages.success(request, _("Version %(n)d is deleted.") % {"n": found.number})
    return redirect(found.bot)
