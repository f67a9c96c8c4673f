"""HTTP requests by urllib."""
from __future__ import annotations

import http.client
import socket
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from typing import Any, Callable, Iterator, Optional
from urllib.parse import urlsplit

from .problem import Unreachable, problem_of
from .steps import Reply, Request

Transport = Callable[[Request], Reply]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Redirects are not followed, because their path is not signed."""

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


#: In seconds; a server sends a comment every 15, so a connection that is silent for longer is dead.
_DEAD_AFTER = 45.0


class Lines:
    """The lines of a streamed response as they arrive; raises Unreachable if the connection breaks."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._lock = threading.Lock()
        self._wire: Optional[socket.socket] = None
        self._is_cut = False

    def __iter__(self) -> Iterator[str]:
        method, url, headers, _ = self._request
        prepared = urllib.request.Request(url, None, headers, method=method)
        try:
            with _OPENER.open(prepared, timeout=_DEAD_AFTER) as response, self._held(response):
                for line in () if self._is_cut else response:
                    yield line.decode("utf-8").rstrip("\r\n")
        except urllib.error.HTTPError as refusal:
            with refusal:
                raise problem_of(*_refused(refusal)) from refusal
        except (OSError, http.client.HTTPException) as error:
            raise _unanswered(url) from error

    def cut(self) -> None:
        """Ends the stream for a reader that waits for a line in another thread."""
        with self._lock:
            self._is_cut = True
            if self._wire is not None:
                with suppress(OSError):
                    self._wire.shutdown(socket.SHUT_RDWR)

    @contextmanager
    def _held(self, response: http.client.HTTPResponse) -> Iterator[None]:
        with self._lock:
            self._wire = socket.fromfd(response.fileno(), socket.AF_INET, socket.SOCK_STREAM)
        try:
            yield
        finally:
            with self._lock:
                self._wire.close()
                self._wire = None


def _refused(refusal: urllib.error.HTTPError) -> Reply:
    try:
        return Reply(refusal.code, refusal.read(), refusal.headers.get("Retry-After"))
    except (OSError, http.client.HTTPException) as error:
        raise _unanswered(refusal.url) from error


def _unanswered(url: str) -> Unreachable:
    return Unreachable(f"no response from {urlsplit(url).netloc}")
