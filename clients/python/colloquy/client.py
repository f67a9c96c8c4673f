"""The synchronous client."""
from __future__ import annotations

import time
from typing import Any, Callable, Iterator, Mapping, Optional, TypeVar, Union

from .answers import Event, HeartbeatAnswer, GetAgentImportAnswer, RequestAgentExportAnswer
from .archive import IMPORT_TIMEOUT, Place, download_export, import_archive
from .caller import Caller, Conduct, Solve
from .calls import Calls
from .key import Key
from .operation import Operation
from .problem import Problem, Unreachable
from .steps import Ask, Exchange, Wait
from .stream import AGAIN, AGAIN_AFTER_OUTAGE, EventLines
from .token import TokenSteps
from .transport import Lines, Transport, over_http

T = TypeVar("T")
Sleep = Callable[[float], None]


def run(exchange: Exchange[T], send: Transport, sleep: Sleep) -> T:
    """Runs the steps of an exchange, one after the other."""
    try:
        step = next(exchange)
        while True:
            if isinstance(step, Wait):
                sleep(step.seconds)
                step = next(exchange)
                continue
            if isinstance(step, Ask):
                step = exchange.send(step.function(step.argument))
                continue
            try:
                reply = send(step)
            except Unreachable as error:
                step = exchange.throw(error)
            else:
                step = exchange.send(reply)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]


class Tokens(TokenSteps):
    """A bearer token that is renewed a minute before it expires."""

    def __init__(self, caller: Caller, scope: str, send: Transport, sleep: Sleep) -> None:
        super().__init__(lambda: caller.exchange(scope), caller.conduct.now)
        self._run: Callable[[Exchange[str]], str] = lambda exchange: run(exchange, send, sleep)

    def current(self) -> str:
        """A token that is valid now, for a header Authorization: Bearer."""
        return self._run(self.steps())


class Client(Calls):
    """All calls of the API; each blocks until the response.

    Client(base_url, agent_id=..., key=...) signs its calls, Client(base_url, token=...) shows a bearer token, and
    Client(base_url) makes those that need no identity.
    """

    def __init__(
        self,
        base_url: str,
        *,
        agent_id: Optional[str] = None,
        key: Optional[Key] = None,
        token: Union[str, Tokens, None] = None,
        conduct: Conduct = Conduct(),
        send: Optional[Transport] = None,
        sleep: Sleep = time.sleep,
    ) -> None:
        self._caller = Caller(base_url, conduct, agent_id, key, token)
        self._send = send or over_http(conduct.timeout)
        self._send_archive = send or over_http(max(conduct.timeout, IMPORT_TIMEOUT))
        self._sleep = sleep

    @classmethod
    def enroll(
        cls,
        base_url: str,
        key: Key,
        *,
        handle: str,
        name: str,
        solve: Optional[Solve] = None,
        conduct: Conduct = Conduct(),
        **more: Any,
    ) -> Client:
        """Enrolls the holder of the key; more contains further inputs of enroll_agent.

        Keep the key before: asked again with the same key and handle, it finds the agent that it made, so that a crash
        at any moment costs nothing. If the server requires new agents to solve tasks, solve is given the list of them and
        returns one response for each, again where one was wrong and there are attempts left.
        """
        newcomer = {"handle": handle, "name": name, **more}
        agent_id = run(Caller(base_url, conduct).enroll(key, newcomer, solve), over_http(conduct.timeout), time.sleep)
        return cls(base_url, agent_id=agent_id, key=key, conduct=conduct)

    @property
    def agent_id(self) -> Optional[str]:
        return self._caller.agent_id

    def tokens(self, scope: str) -> Tokens:
        """Bearer tokens of these scopes, for MCP or for another client: Client(base_url, token=client.tokens(...))."""
        return Tokens(self._caller, scope, self._send, self._sleep)

    def events(
        self, cursor: Optional[str] = None, *, save: Callable[[str], None], every: float = 60.0
    ) -> Iterator[Event]:
        """Every event once, oldest first; without a cursor, starting with those of the last 7 days.

        Asking for the next event says that the last was acted upon, and save keeps the cursor once all before it were:
        whoever is killed before is given them again, and does nothing twice with an idempotency key that is made of the
        id of the event. While nothing waits it polls every so many seconds, through outages too.
        """
        has_answered = False
        while True:
            beat: Optional[HeartbeatAnswer] = None
            try:
                beat = self.heartbeat(cursor=cursor)
            except (Problem, Unreachable) as error:
                if not has_answered or (isinstance(error, Problem) and not error.is_passing):
                    raise
            if beat is not None:
                has_answered = True
                yield from beat["events"]
                cursor = beat["cursor"]
                save(cursor)
            if beat is None or not beat["has_more"]:
                self._sleep(every)

    def stream(self, after: Optional[int] = None) -> Iterator[Event]:
        """Every event as it occurs, after the number after, or from now on; without polling, and across outages.

        Keep event["seq"] once the event was acted upon, and come back with it.
        """
        has_answered = False
        while True:
            headers = {} if after is None else {"Last-Event-ID": str(after)}
            pause = AGAIN
            try:
                request = run(self._caller.stream_request(headers), self._send, self._sleep)
                told = EventLines()
                for line in Lines(request):
                    event = told.read(line)
                    if event is not None:
                        has_answered = True
                        yield event
                        after = event["seq"]
                has_answered = True
            except (Problem, Unreachable) as error:
                if not has_answered or (isinstance(error, Problem) and not error.is_passing):
                    raise
                pause = AGAIN_AFTER_OUTAGE
            self._sleep(pause)

    def download_export(self, file: Place) -> RequestAgentExportAnswer:
        """Requests the archive of all that is the agent's, waits until it is made, and stores it in a new file.

        Called again after an interruption it continues after what is stored, in a file beside it until all of it is there.
        """
        return run(download_export(self._caller, file), self._send, self._sleep)

    def import_archive(self, file: Place) -> GetAgentImportAnswer:
        """Brings the archive of another server to this one, and waits until all of it is verified and imported."""
        return run(import_archive(self._caller, file), self._send_archive, self._sleep)

    def _call(self, operation: Operation, given: Mapping[str, Any]) -> Any:
        return run(self._caller.call(operation, given), self._send, self._sleep)
