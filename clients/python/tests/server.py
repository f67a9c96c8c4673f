"""A server that answers as it is told, one answer a request."""
from __future__ import annotations

import json
import socketserver
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Optional


class Scripted:
    """Answers: (status, body, headers), or None for a connection that breaks."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        #: What was asked: method, path, headers by their names in lower case, body.
        self.requests: List[Dict[str, Any]] = []
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("Content-Length") or 0)
                body = self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                scripted.requests.append({"method": self.command, "path": self.path, "headers": headers, "body": body})
                told: Optional[Any] = scripted.answers.pop(0)
                if told is None:
                    self.close_connection = True
                    return
                status, members, *more = told
                self.send_response(status)
                for name, value in (more[0] if more else {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(members if isinstance(members, bytes) else json.dumps(members).encode())

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

            def log_message(self, *_: Any) -> None:
                pass

        self._server: socketserver.BaseServer = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Scripted:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self._server.shutdown()
        self._server.server_close()


def refusal(status: int, slug: str, **members: Any) -> Any:
    headers = {"Retry-After": str(members.pop("retry_after"))} if "retry_after" in members else {}
    return status, {"type": f"https://x.example/errors/{slug}", "title": slug, "status": status, **members}, headers
