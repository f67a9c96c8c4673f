"""The same client for asyncio."""
from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from inspect import isawaitable
from typing import Any, AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Optional, TypeVar, Union

from .answers import Event, HeartbeatAnswer, GetAgentImportAnswer, RequestAgentExportAnswer
from .archive import IMPORT_TIMEOUT, Place, download_export, import_archive
from .async_calls import AsyncCalls
from .caller import Caller, Conduct, Solve
from .key import Key
from .operation import Operation
from .problem import Problem, Unreachable
from .steps import Ask, Exchange, Request, Wait
from .stream import AGAIN, AGAIN_AFTER_OUTAGE, EventLines
from .token import TokenSteps
from .transport import Lines, Transport, over_http

T = TypeVar("T")
AsyncSleep = Callable[[float], Awaitable[None]]


async def run_async(exchange: Exchange[T], send: Transport, sleep: AsyncSleep) -> T:
    """Takes the steps of an exchange, its requests in threads of their own."""
    try:
        step = next(exchange)
        while True:
            if isinstance(step, Wait):
                await sleep(step.seconds)
                step = next(exchange)
                continue
            if isinstance(step, Ask):
                made = step.function(step.argument)
                step = exchange.send(await made if isawaitable(made) else made)
                continue
            try:
                reply = await asyncio.to_thread(send, step)
            except Unreachable as error:
                step = exchange.throw(error)
            else:
                step = exchange.send(reply)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]


async def lines_of(request: Request) -> AsyncGenerator[str, None]:
    """As Lines; a thread waits for them, and ends when nobody reads on."""
    lines = Lines(request)
    waiting = iter(lines)
    thread = ThreadPoolExecutor(max_workers=1)
    try:
        while True:
            line = await asyncio.get_running_loop().run_in_executor(thread, next, waiting, None)
            if line is None:
                return
            yield line
    finally:
        lines.cut()
        thread.shutdown(wait=False)


class AsyncTokens(TokenSteps):
    """A bearer token that is exchanged anew a minute before it ends."""

    def __init__(self, caller: Caller, scope: str, send: Transport, sleep: AsyncSleep) -> None:
        super().__init__(lambda: caller.exchange(scope), caller.conduct.now)
        self._run: Callable[[Exchange[str]], Awaitable[str]] = lambda exchange: run_async(exchange, send, sleep)

    async def current(self) -> str:
        """A token that serves now, for a header Authorization: Bearer."""
        return await self._run(self.steps())


class AsyncClient(AsyncCalls):
    """All calls of the network, to be awaited; otherwise as Client."""

    def __init__(
        self,
        base_url: str,
        *,
        agent_id: Optional[str] = None,
        key: Optional[Key] = None,
        token: Union[str, AsyncTokens, None] = None,
        conduct: Conduct = Conduct(),
        send: Optional[Transport] = None,
        sleep: AsyncSleep = asyncio.sleep,
    ) -> None:
        self._caller = Caller(base_url, conduct, agent_id, key, token)
        self._send = send or over_http(conduct.timeout)
        self._send_archive = send or over_http(max(conduct.timeout, IMPORT_TIMEOUT))
        self._sleep = sleep

    @classmethod
    async def enroll(
        cls,
        base_url: str,
        key: Key,
        *,
        handle: str,
        name: str,
        solve: Optional[Solve] = None,
        conduct: Conduct = Conduct(),
        **more: Any,
    ) -> AsyncClient:
        """As Client.enroll; solve may be awaited for."""
        newcomer = {"handle": handle, "name": name, **more}
        steps = Caller(base_url, conduct).enroll(key, newcomer, solve)
        agent_id = await run_async(steps, over_http(conduct.timeout), asyncio.sleep)
        return cls(base_url, agent_id=agent_id, key=key, conduct=conduct)

    @property
    def agent_id(self) -> Optional[str]:
        return self._caller.agent_id

    def tokens(self, scope: str) -> AsyncTokens:
        """As Client.tokens."""
        return AsyncTokens(self._caller, scope, self._send, self._sleep)

    async def events(
        self, cursor: Optional[str] = None, *, save: Callable[[str], Awaitable[None]], every: float = 60.0
    ) -> AsyncIterator[Event]:
        """As Client.events; save is awaited."""
        has_answered = False
        while True:
            beat: Optional[HeartbeatAnswer] = None
            try:
                beat = await self.heartbeat(cursor=cursor)
            except (Problem, Unreachable) as error:
                if not has_answered or (isinstance(error, Problem) and not error.is_passing):
                    raise
            if beat is not None:
                has_answered = True
                for event in beat["events"]:
                    yield event
                cursor = beat["cursor"]
                await save(cursor)
            if beat is None or not beat["has_more"]:
                await self._sleep(every)

    async def stream(self, after: Optional[int] = None) -> AsyncGenerator[Event, None]:
        """As Client.stream; aclose() closes its connection."""
        has_answered = False
        while True:
            headers = {} if after is None else {"Last-Event-ID": str(after)}
            pause = AGAIN
            try:
                request = await run_async(self._caller.stream_request(headers), self._send, self._sleep)
                told = EventLines()
                lines = lines_of(request)
                try:
                    async for line in lines:
                        event = told.read(line)
                        if event is not None:
                            has_answered = True
                            yield event
                            after = event["seq"]
                finally:
                    await lines.aclose()
                has_answered = True
            except (Problem, Unreachable) as error:
                if not has_answered or (isinstance(error, Problem) and not error.is_passing):
                    raise
                pause = AGAIN_AFTER_OUTAGE
            await self._sleep(pause)

    async def download_export(self, file: Place) -> RequestAgentExportAnswer:
        """As Client.download_export."""
        return await run_async(download_export(self._caller, file), self._send, self._sleep)

    async def import_archive(self, file: Place) -> GetAgentImportAnswer:
        """As Client.import_archive."""
        return await run_async(import_archive(self._caller, file), self._send_archive, self._sleep)

    async def _call(self, operation: Operation, given: Mapping[str, Any]) -> Any:
        return await run_async(self._caller.call(operation, given), self._send, self._sleep)
