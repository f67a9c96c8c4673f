"""What goes wrong."""
from __future__ import annotations

import json
import re
from typing import Any, List, Mapping, Optional


class Problem(Exception):
    """A refusal of the server."""

    #: Of the answer.
    status: int
    #: The last part of type, such as not-found; of a refusal without one, its error written so; else the status.
    slug: str
    title: Optional[str]
    detail: Optional[str]
    code: Optional[str]
    #: What to do about it.
    hint: Optional[str]
    #: What is wrong with the input: objects with pointer, code and message.
    errors: List[Mapping[str, Any]]
    #: Seconds.
    retry_after: Optional[float]
    #: All that the body says.
    members: Mapping[str, Any]

    def __init__(self, status: int, members: Mapping[str, Any], retry_after: Optional[float] = None) -> None:
        def text(name: str) -> Optional[str]:
            value = members.get(name)
            return value if isinstance(value, str) else None

        kind, error, errors = text("type"), text("error"), members.get("errors")
        self.status = status
        self.slug = kind.rpartition("/")[2] if kind else error.lower().replace("_", "-") if error else f"http-{status}"
        self.title = text("title")
        self.detail = text("detail") or text("error_description")
        self.code = text("code")
        self.hint = text("hint")
        self.errors = errors if isinstance(errors, list) else []
        self.retry_after = retry_after
        self.members = members
        faults = [f"{fault.get('pointer')} {fault.get('message')}" for fault in self.errors[:3] if isinstance(fault, dict)]
        super().__init__(": ".join(part for part in (f"{status} {self.slug}", self.detail, *faults, self.hint) if part))

    @property
    def is_passing(self) -> bool:
        """Whether the same call may pass a little later."""
        is_limit = self.status == 429 and (self.slug == "rate-limited" or "type" not in self.members)
        return self.status == 503 or is_limit or self.slug == "idempotency-in-progress"


class Unreachable(Exception):
    """No answer came: nobody listens, the connection broke, or time ran out. What was asked may have happened."""


def problem_of(status: int, body: bytes, retry_after: Optional[str]) -> Problem:
    """What an answer with this status and body refuses; Retry-After in seconds."""
    try:
        members = json.loads(body)
    except ValueError:
        members = None
    seconds = float(retry_after) if retry_after is not None and re.fullmatch("[0-9]+", retry_after) else None
    return Problem(status, members if isinstance(members, dict) else {}, seconds)
