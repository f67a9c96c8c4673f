"""Bearer tokens."""
from __future__ import annotations

from typing import Any, Callable, Dict, Optional

from .envelope import compact
from .key import Key, base64url
from .steps import Exchange

_LIFETIME_SECONDS = 300
_RENEWED_AHEAD_SECONDS = 60
#: PS256 fixes the salt.
_PS256_SALT = 32


def claims_of(agent_id: str, audience: str, now: float, jti: str) -> Dict[str, Any]:
    iat = int(now)
    return {"sub": agent_id, "aud": audience, "iat": iat, "exp": iat + _LIFETIME_SECONDS, "jti": jti}


def sign_assertion(key: Key, claims: Dict[str, Any]) -> str:
    """A JWT over the claims; its header names a device key (TOKEN-70)."""
    header = {"alg": key.algorithm, "typ": "JWT", **({} if key.key_id is None else {"kid": key.key_id})}
    text = ".".join(base64url(compact(part).encode()) for part in (header, claims))
    return f"{text}.{key.sign(text, _PS256_SALT)}"


class TokenSteps:
    """A token that is exchanged anew a minute before it ends; whoever runs the steps waits."""

    def __init__(self, exchange: Callable[[], Exchange[Dict[str, Any]]], now: Callable[[], float]) -> None:
        self._exchange = exchange
        self._now = now
        self._token: Optional[str] = None
        self._ends_at = 0.0

    def steps(self) -> Exchange[str]:
        if self._token is None or self._now() >= self._ends_at:
            answer = yield from self._exchange()
            self._token = str(answer["access_token"])
            self._ends_at = self._now() + float(answer["expires_in"]) - _RENEWED_AHEAD_SECONDS
        return self._token

    def forget(self) -> None:
        """The next use exchanges: this one was refused."""
        self._token = None
