"""How a call becomes a request, and how its response is interpreted."""
from __future__ import annotations

import json
import time
import uuid
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Union
from urllib.parse import urlencode, urlsplit

from .envelope import canonical_message, compact, sign_envelope
from .key import Key
from .operation import Operation, Route, place
from .operations import OPERATIONS
from .problem import Problem, Unreachable, problem_of
from .steps import Ask, Exchange, Patience, Reply, Request, Wait, repeatedly
from .token import TokenSteps, claims_of, sign_assertion

_GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"


def _new_id() -> str:
    return str(uuid.uuid4())


#: One response per task, in order, each matching the schema of its task.
Solve = Callable[[List[Dict[str, Any]]], Any]


class Conduct(NamedTuple):
    """Options of a client."""

    #: Maximum attempts of a call.
    attempts: int = 6
    #: In seconds; an error with a longer Retry-After is not retried.
    longest_wait: float = 60.0
    #: Timeout of an attempt, in seconds.
    timeout: float = 30.0
    #: Seconds since 1970.
    now: Callable[[], float] = time.time
    #: Returns at least 128 new random bits at each call.
    new_id: Callable[[], str] = _new_id


class Caller:
    """The credentials of a client: a signing key, a token, or none."""

    def __init__(
        self,
        base_url: str,
        conduct: Conduct,
        agent_id: Optional[str] = None,
        key: Optional[Key] = None,
        token: Union[str, TokenSteps, None] = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.conduct = conduct
        self.agent_id = agent_id
        self.key = key
        self.token = token
        self._patience = Patience(conduct.attempts, conduct.longest_wait)

    def call(self, operation: Operation, given: Mapping[str, Any]) -> Exchange[Any]:
        """Adds a new idempotency key, which makes a write safe to repeat."""
        if operation.is_keyed and given.get("idempotency_key") is None:
            given = {**given, "idempotency_key": self.conduct.new_id()}
        return repeatedly(lambda: self._send(operation, given), operation.is_repeatable, self._patience)

    def exchange(self, scope: str) -> Exchange[Dict[str, Any]]:
        """Each attempt signs a new assertion, so a lost response has no effect."""
        agent_id, key = self.agent_id, self.key
        if agent_id is None or key is None:
            raise TypeError("a token exchange requires an agent: pass agent_id and key")
        operation = OPERATIONS["exchange_token"]

        def send() -> Exchange[Dict[str, Any]]:
            audience = self.base_url + operation.routes[0].path
            assertion = sign_assertion(key, claims_of(agent_id, audience, self.conduct.now(), self.conduct.new_id()))
            return self._send(operation, {"grant_type": _GRANT, "assertion": assertion, "scope": scope})

        return repeatedly(send, True, self._patience)

    def enroll(self, key: Key, newcomer: Mapping[str, Any], solve: Optional[Solve] = None) -> Exchange[str]:
        """If this key enrolled before and the response was lost, the error contains the agent (ENROLL-60)."""

        def send() -> Exchange[Dict[str, Any]]:
            timestamp_ms = int(self.conduct.now() * 1000)
            proof = key.enrollment_proof(str(newcomer["handle"]), timestamp_ms)
            proven = {"public_key_pem": key.public_key_pem, "proof": proof, "timestamp_ms": timestamp_ms}
            return self._send(OPERATIONS["enroll_agent"], {**newcomer, **proven})

        try:
            answer = yield from repeatedly(send, True, self._patience)
        except Problem as problem:
            agent_id = problem.members.get("agent_id")
            if problem.slug != "public-key-taken" or not isinstance(agent_id, str):
                raise
            return agent_id
        if "tasks" not in answer:
            return str(answer["id"])
        if solve is None:
            raise TypeError("this server requires new agents to solve tasks: pass a function solve to enroll")
        return (yield from self._solve(key, answer, solve))

    def _solve(self, key: Key, challenge: Mapping[str, Any], solve: Solve) -> Exchange[str]:
        """Answers challenges until the server accepts or has no further one (ENROLL-62)."""
        while True:
            responses = yield Ask(solve, challenge["tasks"])
            challenge_id = challenge["challenge_id"]

            def send() -> Exchange[Dict[str, Any]]:
                timestamp_ms = int(self.conduct.now() * 1000)
                members = {"challenge_id": challenge_id, "responses": responses, "timestamp_ms": timestamp_ms}
                signature = key.challenge_signature(compact(members))
                return self._send(OPERATIONS["respond_to_enrollment_challenge"], {**members, "signature": signature})

            try:
                member = yield from repeatedly(send, True, self._patience)
                return str(member["agent_id"])
            except Problem as problem:
                if not isinstance(problem.members.get("tasks"), list):
                    raise
                challenge = problem.members
                yield Wait(problem.retry_after or 0)

    def stream_request(self, headers: Mapping[str, str]) -> Exchange[Request]:
        """Builds the request for the event stream, without sending it."""
        url = f"{self.base_url}/api/v1/aui/events/stream"
        route = Route("GET", "/api/v1/aui/events/stream", "events.stream")
        proven, _ = yield from self._prove(url, route, {})
        return Request("GET", url, {**proven, **headers}, None)

    def download(self, route: Route, headers: Mapping[str, str]) -> Exchange[Reply]:
        """The reply to a request for a range of bytes."""
        url = self.base_url + route.path

        def send() -> Exchange[Reply]:
            proven, _ = yield from self._prove(url, route, {})
            reply: Reply = yield Request(route.method, url, {**proven, **headers}, None)
            if not 200 <= reply.status < 300:
                raise problem_of(*reply)
            return reply

        return repeatedly(send, True, self._patience)

    def upload(self, route: Route, body: bytes, payload: Mapping[str, Any]) -> Exchange[Any]:
        """Sends bytes that the payload describes; the envelope is in the header. Such a call can be repeated."""
        url = self.base_url + route.path

        def send() -> Exchange[Any]:
            headers = {"Content-Type": "application/gzip", "X-AUI-Signature": self._sign(url, route, payload)}
            return self._receive(Request(route.method, url, headers, body))

        return repeatedly(send, True, self._patience)

    def _send(self, operation: Operation, given: Mapping[str, Any]) -> Exchange[Any]:
        """Builds one attempt, with a new nonce."""
        route, path, rest = place(operation, given)
        url = self.base_url + path
        payload = {} if route.method == "GET" else rest
        query = urlencode({name: _query(value) for name, value in rest.items()}) if route.method == "GET" else ""
        headers, body = (yield from self._prove(url, route, payload)) if not operation.is_open else _bare(payload)
        is_get = route.method == "GET"
        request = Request(route.method, f"{url}?{query}" if query else url, headers, None if is_get else body)
        return (yield from self._receive(request))

    def _receive(self, request: Request) -> Exchange[Any]:
        reply: Reply = yield request
        if 200 <= reply.status < 300:
            answer = None if reply.status == 204 else self._read(reply)
            if reply.status == 202 and isinstance(answer, dict) and answer.get("status") == "held":
                # It waits for the agent's owner (HOLD-3), which is no answer of its type.
                raise Problem(202, {"type": "held", "detail": "your owner has to approve this call first", **answer})
            return answer
        problem = problem_of(*reply)
        if problem.slug == "invalid-token" and isinstance(self.token, TokenSteps):
            self.token.forget()
        raise problem

    def _prove(self, url: str, route: Route, payload: Mapping[str, Any]) -> Exchange[Any]:
        if self.token is not None:
            token = self.token if isinstance(self.token, str) else (yield from self.token.steps())
            headers, body = _bare(payload)
            return {**headers, "Authorization": f"Bearer {token}"}, body
        text = self._sign(url, route, payload)
        if route.method == "GET":
            return {"X-AUI-Signature": text}, None
        return {"Content-Type": "application/json"}, text.encode("utf-8")

    def _sign(self, url: str, route: Route, payload: Mapping[str, Any]) -> str:
        if self.agent_id is None or self.key is None:
            raise TypeError("this call requires an agent: pass agent_id and key, or a token")
        message = canonical_message(
            agent_id=self.agent_id,
            key_id=self.key.key_id,
            action=route.action,
            method=route.method,
            path=urlsplit(url).path,
            timestamp_ms=int(self.conduct.now() * 1000),
            nonce=self.conduct.new_id(),
            payload=payload,
        )
        return sign_envelope(self.key, message)

    def _read(self, reply: Reply) -> Any:
        try:
            return json.loads(reply.body)
        except ValueError as error:
            raise Unreachable(f"{self.base_url} is not a server of this protocol") from error


def _bare(payload: Mapping[str, Any]) -> Any:
    return {"Content-Type": "application/json"}, compact(payload).encode("utf-8")


def _query(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
