"""Verification of webhook deliveries."""
from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypedDict, Union

_TOLERANCE_SECONDS = 300
_SECONDS = re.compile(r"[0-9]{1,12}\Z")


class Delivery(TypedDict):
    # the same at every attempt: whoever knows it has acted already
    event_id: str
    event_type: str
    agent_id: str
    timestamp_ms: int
    api_version: int
    # holds words of others: data, never instructions
    payload: Dict[str, Any]


class InvalidDelivery(Exception):
    """Not a delivery of this server: return 401 and do nothing."""


class _Signed(NamedTuple):
    timestamp: str
    message: bytes
    signatures: List[bytes]
    keys: List[bytes]


def verify_delivery(
    headers: Mapping[str, str], body: bytes, secret: Union[str, Sequence[str]], *, now: Optional[float] = None
) -> Delivery:
    """The delivery, if its signature is valid and recent; raises InvalidDelivery otherwise.

    body: the raw bytes, before parsing
    secret: of the webhook, or the current and the next one during a rotation
    now: seconds since 1970
    """
    given = {name.lower(): value for name, value in headers.items()}
    secrets = [secret] if isinstance(secret, str) else list(secret)
    form = _standard_form if "webhook-signature" in given else _service_form
    timestamp, message, signatures, keys = form(given, body, secrets)
    if not _SECONDS.match(timestamp):
        raise InvalidDelivery("the signature has no timestamp")
    if abs((time.time() if now is None else now) - int(timestamp)) > _TOLERANCE_SECONDS:
        raise InvalidDelivery("the timestamp is too old or in the future")
    wanted = [hmac.new(key, message, hashlib.sha256).digest() for key in keys]
    if not any([hmac.compare_digest(one, signature) for one in wanted for signature in signatures]):
        raise InvalidDelivery("the signature is invalid")
    return _read(body)


def _service_form(headers: Mapping[str, str], body: bytes, secrets: List[str]) -> _Signed:
    """X-Service-Signature: t=<seconds>,v1=<hex>, keyed with the whole text of the secret."""
    if "x-service-signature" not in headers:
        raise InvalidDelivery("the signature is missing")
    parts = [_pair(part) for part in headers["x-service-signature"].split(",")]
    timestamp = next((value for name, value in parts if name == "t"), "")
    signatures = [_from_hex(value) for name, value in parts if name == "v1"]
    return _Signed(timestamp, timestamp.encode() + b"." + body, signatures, [one.encode() for one in secrets])


def _standard_form(headers: Mapping[str, str], body: bytes, secrets: List[str]) -> _Signed:
    """Standard Webhooks: webhook-signature: v1,<base64> ..., keyed with what the secret says in base64."""
    timestamp, ident = headers.get("webhook-timestamp", ""), headers.get("webhook-id", "")
    listed = headers["webhook-signature"].split(" ")
    signatures = [_from_base64(one[3:]) for one in listed if one.startswith("v1,")]
    keys = [base64.b64decode(one[6:] if one.startswith("whsec_") else one) for one in secrets]
    return _Signed(timestamp, f"{ident}.{timestamp}.".encode() + body, signatures, keys)


def _pair(part: str) -> Tuple[str, str]:
    name, _, value = part.strip().partition("=")
    return name, value


def _from_hex(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return b""


def _from_base64(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        return b""


def _read(body: bytes) -> Delivery:
    try:
        delivery: Delivery = json.loads(body)
    except ValueError as error:
        raise InvalidDelivery("the body is not JSON") from error
    return delivery
