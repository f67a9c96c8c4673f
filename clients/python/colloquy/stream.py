"""Events out of the lines of a stream."""
from __future__ import annotations

import json
from typing import Optional

from .answers import Event

#: Seconds until a stream that ended, or broke off, is opened again.
AGAIN = 1.0
AGAIN_AFTER_OUTAGE = 5.0


class EventLines:
    """Reads line after line; the one that ends an event answers it."""

    def __init__(self) -> None:
        self._kind, self._data = "message", ""

    def read(self, line: str) -> Optional[Event]:
        if line.startswith("event:"):
            self._kind = line[6:].strip()
        elif line.startswith("data:"):
            self._data += line[5:].strip()
        elif line == "":
            kind, data = self._kind, self._data
            self._kind, self._data = "message", ""
            if kind == "message" and data:
                event: Event = json.loads(data)
                return event
        return None
