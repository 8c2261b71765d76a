"""Logging in and out."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import views
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .door import door


class LoginForm(AuthenticationForm):
    """Django's, in our voice."""

    error_messages = {
        "invalid_login": _("Name and password do not belong together. Capitals matter in both."),
        "inactive": _("This account is closed. Ask an organiser of your club."),
    }

    def __init__(self, request: HttpRequest | None = None, *args: Any, **kwargs: Any) -> None:
        super().__init__(request, *args, label_suffix="", **kwargs)
        for field in self.fields.values():
            field.widget.attrs["class"] = "input"
            field.error_messages["required"] = _("This is needed to log in.")


class Login(views.LoginView):
    """A wrong password gets status 400 and a sentence."""

    template_name = "login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True
    extra_context = {"hide_next": True}

    def form_invalid(self, form: AuthenticationForm) -> Any:
        response = super().form_invalid(form)
        response.status_code = 400
        return response


login = door("GET", "POST")(Login.as_view())
logout = door("POST")(views.LogoutView.as_view())
