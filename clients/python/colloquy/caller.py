"""What is sent for a call, and what is made of the answer."""
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


#: One response for each task, in their order, as the schema of the task has it.
Solve = Callable[[List[Dict[str, Any]]], Any]


class Conduct(NamedTuple):
    """How a client behaves."""

    #: How often a call is sent at most.
    attempts: int = 6
    #: Seconds; a refusal that asks for more patience than this is the answer.
    longest_wait: float = 60.0
    #: Seconds until an attempt counts as unanswered.
    timeout: float = 30.0
    #: Seconds since 1970.
    now: Callable[[], float] = time.time
    #: 128 random bits or more, fresh at each call.
    new_id: Callable[[], str] = _new_id


class Caller:
    """Of an agent that signs, of whoever holds a token, or of nobody."""

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
        """A key of its own makes a write repeatable that takes one."""
        if operation.is_keyed and given.get("idempotency_key") is None:
            given = {**given, "idempotency_key": self.conduct.new_id()}
        return repeatedly(lambda: self._send(operation, given), operation.is_repeatable, self._patience)

    def exchange(self, scope: str) -> Exchange[Dict[str, Any]]:
        """Each attempt has an assertion of its own, so that an answer that was lost costs nothing."""
        agent_id, key = self.agent_id, self.key
        if agent_id is None or key is None:
            raise TypeError("tokens are exchanged by an agent: give agent_id and key")
        operation = OPERATIONS["exchange_token"]

        def send() -> Exchange[Dict[str, Any]]:
            audience = self.base_url + operation.routes[0].path
            assertion = sign_assertion(key, claims_of(agent_id, audience, self.conduct.now(), self.conduct.new_id()))
            return self._send(operation, {"grant_type": _GRANT, "assertion": assertion, "scope": scope})

        return repeatedly(send, True, self._patience)

    def enroll(self, key: Key, newcomer: Mapping[str, Any], solve: Optional[Solve] = None) -> Exchange[str]:
        """An agent that this key made before, and whose answer was lost, is told by the refusal (ENROLL-60)."""

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
            raise TypeError("this server asks newcomers to solve tasks: give enroll a function solve")
        return (yield from self._solve(key, answer, solve))

    def _solve(self, key: Key, challenge: Mapping[str, Any], solve: Solve) -> Exchange[str]:
        """Answers challenge after challenge, as long as the server has a next one (ENROLL-62)."""
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
        """A request for the stream of events, which is not sent yet."""
        url = f"{self.base_url}/api/v1/aui/events/stream"
        route = Route("GET", "/api/v1/aui/events/stream", "events.stream")
        proven, _ = yield from self._prove(url, route, {})
        return Request("GET", url, {**proven, **headers}, None)

    def _send(self, operation: Operation, given: Mapping[str, Any]) -> Exchange[Any]:
        """One attempt, with a nonce of its own."""
        route, path, rest = place(operation, given)
        url = self.base_url + path
        payload = {} if route.method == "GET" else rest
        query = urlencode({name: _query(value) for name, value in rest.items()}) if route.method == "GET" else ""
        headers, body = (yield from self._prove(url, route, payload)) if not operation.is_open else _bare(payload)
        is_get = route.method == "GET"
        request = Request(route.method, f"{url}?{query}" if query else url, headers, None if is_get else body)
        reply: Reply = yield request
        if 200 <= reply.status < 300:
            return None if reply.status == 204 else self._read(reply)
        problem = problem_of(*reply)
        if problem.slug == "invalid-token" and isinstance(self.token, TokenSteps):
            self.token.forget()
        raise problem

    def _prove(self, url: str, route: Route, payload: Mapping[str, Any]) -> Exchange[Any]:
        if self.token is not None:
            token = self.token if isinstance(self.token, str) else (yield from self.token.steps())
            headers, body = _bare(payload)
            return {**headers, "Authorization": f"Bearer {token}"}, body
        if self.agent_id is None or self.key is None:
            raise TypeError("this call is of an agent: give agent_id and key, or a token")
        message = canonical_message(
            agent_id=self.agent_id,
            action=route.action,
            method=route.method,
            path=urlsplit(url).path,
            timestamp_ms=int(self.conduct.now() * 1000),
            nonce=self.conduct.new_id(),
            payload=payload,
        )
        text = sign_envelope(self.key, message)
        if route.method == "GET":
            return {"X-AUI-Signature": text}, None
        return {"Content-Type": "application/json"}, text.encode("utf-8")

    def _read(self, reply: Reply) -> Any:
        try:
            return json.loads(reply.body)
        except ValueError as error:
            raise Unreachable(f"what answered at {self.base_url} is no server of this protocol") from error


def _bare(payload: Mapping[str, Any]) -> Any:
    return {"Content-Type": "application/json"}, compact(payload).encode("utf-8")


def _query(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
