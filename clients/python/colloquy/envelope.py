"""The signed envelope."""
from __future__ import annotations

import json
from typing import Any, Mapping, Optional

from .key import Key


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical_message(
    *,
    agent_id: str,
    action: str,
    method: str,
    path: str,
    timestamp_ms: int,
    nonce: str,
    payload: Mapping[str, Any],
    key_id: Optional[str] = None,
) -> str:
    """The text that is signed (ENV-16); path is as it is sent, without the query, and key_id that of a device key."""
    return compact(
        {
            "agent_id": agent_id,
            **({} if key_id is None else {"key_id": key_id}),
            "sig_version": 2,
            "action": action,
            "method": method,
            "path": path,
            "timestamp_ms": timestamp_ms,
            "nonce": nonce,
            "payload": payload,
        }
    )


def sign_envelope(key: Key, message: str) -> str:
    """The text that travels: what was signed, and its signature as the last member."""
    return f'{message[:-1]},"signature":"{key.sign(message)}"}}'
