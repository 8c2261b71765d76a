"""Every address of the site."""

from django.contrib import admin
from django.urls import path

from league.health import healthz

urlpatterns = [
    path("healthz/", healthz, name="healthz"),
    path("admin/", admin.site.urls),
]
