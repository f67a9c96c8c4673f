"""Requests as urllib sends them."""
from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import Any, Callable
from urllib.parse import urlsplit

from .problem import Unreachable
from .steps import Reply, Request

Transport = Callable[[Request], Reply]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A redirect would lead to a path that was not signed."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def over_http(timeout: float) -> Transport:
    def send(request: Request) -> Reply:
        method, url, headers, body = request
        prepared = urllib.request.Request(url, body, headers, method=method)
        try:
            with _OPENER.open(prepared, timeout=timeout) as response:
                return Reply(response.status, response.read(), None)
        except urllib.error.HTTPError as refusal:
            with refusal:
                return _refused(refusal)
        except (OSError, http.client.HTTPException) as error:
            raise _unanswered(url) from error

    return send


def _refused(refusal: urllib.error.HTTPError) -> Reply:
    try:
        return Reply(refusal.code, refusal.read(), refusal.headers.get("Retry-After"))
    except (OSError, http.client.HTTPException) as error:
        raise _unanswered(refusal.url) from error


def _unanswered(url: str) -> Unreachable:
    return Unreachable(f"no answer from {urlsplit(url).netloc}")
