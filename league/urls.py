"""Every address of the site."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from league.api.v1 import api
from league.health import healthz
from league.live import tournament_stream
from league.views import (
    accounts,
    bots,
    challenges,
    clubs,
    corrections,
    desk,
    home,
    ladders,
    matches,
    organise,
    ratings,
    seasons,
    status,
    swaps,
    tableplans,
    tournaments,
)
from league.views import games as rules

in_tournament: list[URLPattern | URLResolver] = [
    path("", tournaments.tournament, name="tournament"),
    path("live/", tournaments.live, name="tournament-live"),
    path("needs/", tournaments.needs, name="tournament-needs"),
    path("standings.csv", tournaments.standings_file, name="tournament-standings-file"),
    path("edit/", organise.edit, name="tournament-edit"),
    path("counts-for/", seasons.counts_for, name="tournament-counts-for"),
    path("entries/", organise.entries, name="tournament-entries"),
    path("entries/<int:pk>/", desk.entry, name="tournament-entry"),
    path("show/", desk.show_held, name="tournament-show-held"),
    path("pause/", desk.pause, name="tournament-pause"),
    path("tables/", tableplans.tables, name="tournament-tables"),
    path("draw/", organise.draw, name="tournament-draw"),
    path("log/", organise.log, name="tournament-log"),
    path("open/", ladders.open_it, name="ladder-open"),
    path("publish/", organise.publish, name="tournament-publish"),
    path("rounds/<int:number>/again/", tournaments.draw_again, name="round-again"),
    path("rounds/<int:number>/swap/", swaps.swap, name="round-swap"),
]
in_season: list[URLPattern | URLResolver] = [
    path("", clubs.season, name="season"),
    path("divisions/", seasons.divisions, name="season-divisions"),
    path("members/", seasons.members, name="season-members"),
    path("close/", seasons.close, name="season-close"),
    path("reopen/", seasons.reopen, name="season-reopen"),
]
in_version: list[URLPattern | URLResolver] = [
    path("", bots.version, name="version"),
    path("source/", bots.source, name="version-source"),
    path("play/", bots.go_back, name="version-play"),
    path("delete/", bots.delete_version, name="version-delete"),
    path("challenge/", challenges.new, name="challenge-new"),
]
in_bot: list[URLPattern | URLResolver] = [
    path("", bots.bot, name="bot"),
    path("upload/", bots.upload, name="bot-upload"),
    path("delete/", bots.delete, name="bot-delete"),
    path("challenges/", challenges.open_or_close, name="bot-challenges"),
    path("versions/<int:number>/", include(in_version)),
]
in_club: list[URLPattern | URLResolver] = [
    path("", clubs.club, name="club"),
    path("bots/new/", bots.new, name="bot-new"),
    path("bots/<slug:slug>/", include(in_bot)),
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/<int:pk>/", ratings.rating, name="rating"),
    path("ratings/<slug:rules>/", ratings.ratings, name="ratings"),
    path("head-to-head/", ratings.head_to_head, name="head-to-head"),
    path("leagues/<slug:league>/", clubs.league, name="league"),
    path("leagues/<slug:league>/new/", organise.new, name="tournament-new"),
    path("leagues/<slug:league>/settings/", organise.league_settings, name="league-settings"),
    path("leagues/<slug:league>/seasons/new/", seasons.begin, name="season-new"),
    path("leagues/<slug:league>/seasons/log/", seasons.log, name="league-log"),
    path("leagues/<slug:league>/seasons/<int:number>/", include(in_season)),
    path("leagues/<slug:league>/<slug:slug>/", include(in_tournament)),
]
urlpatterns = [
    path("", home.home, name="home"),
    path("favicon.ico", home.favicon, name="favicon"),
    path("clubs/<slug:club>/", include(in_club)),
    path("matches/<int:pk>/", matches.match, name="match"),
    path("matches/<int:pk>/transcript/", matches.transcript, name="match-transcript"),
    path("matches/<int:pk>/time/", desk.give_time, name="match-time"),
    path("matches/<int:pk>/again/", matches.play_again, name="match-again"),
    path("matches/<int:pk>/correct/", corrections.change, name="match-correct"),
    path("matches/<int:pk>/void/", corrections.void, name="match-void"),
    path("challenges/<int:pk>/", challenges.challenge, name="challenge"),
    path("write-a-bot/kit.zip", bots.kit, name="kit"),
    path("games/", rules.catalog, name="games"),
    path("games/<slug:slug>/", rules.rules, name="game"),
    path("stream/tournaments/<int:pk>/", tournament_stream, name="tournament-stream"),
    path("api/v1/", api.urls),
    path("login/", accounts.login, name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("status/", status.status, name="status"),
    path("healthz/", healthz, name="healthz"),
    path("admin/", admin.site.urls),
]
