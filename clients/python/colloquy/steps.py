"""What a call consists of, whoever runs it: requests and waits, and what is sent again."""
from __future__ import annotations

import random
from typing import Any, Callable, Dict, Generator, NamedTuple, Optional, TypeVar, Union

from .problem import Problem, Unreachable

T = TypeVar("T")


class Request(NamedTuple):
    method: str
    url: str
    headers: Dict[str, str]
    body: Optional[bytes]


class Wait(NamedTuple):
    seconds: float


class Ask(NamedTuple):
    """What only the caller knows: what function makes of argument."""

    function: Callable[[Any], Any]
    argument: Any


class Reply(NamedTuple):
    status: int
    body: bytes
    retry_after: Optional[str]


Step = Union[Request, Wait, Ask]
#: Yields steps, is sent the reply of each request and what each Ask made, and returns what came of it.
Exchange = Generator[Step, Any, T]


class Patience(NamedTuple):
    #: How often a call is sent at most.
    attempts: int
    #: Seconds; a refusal that asks for more patience than this is the answer.
    longest_wait: float


_FIRST_SECONDS = 0.5
_LAST_SECONDS = 30.0


def repeatedly(send: Callable[[], Exchange[T]], is_repeatable: bool, patience: Patience) -> Exchange[T]:
    """Sends anew what may pass later; nothing else, and what may not happen twice only where nothing happened."""
    attempt = 1
    while True:
        try:
            answer = yield from send()
            return answer
        except (Problem, Unreachable) as error:
            if attempt >= patience.attempts or not _may_pass(error, is_repeatable):
                raise
            asked = error.retry_after if isinstance(error, Problem) else None
            seconds = _back_off(attempt) if asked is None else asked
            if seconds > patience.longest_wait:
                raise
        attempt += 1
        yield Wait(seconds)


def _may_pass(error: Union[Problem, Unreachable], is_repeatable: bool) -> bool:
    """Of a limit it is known that nothing happened; where no answer came, or 503, it is not."""
    if isinstance(error, Unreachable):
        return is_repeatable
    return error.is_passing and (is_repeatable or error.status == 429)


def _back_off(attempt: int) -> float:
    """Twice as long each time, and never the same for all who wait."""
    return float(min(_FIRST_SECONDS * 2 ** (attempt - 1), _LAST_SECONDS)) * random.uniform(0.5, 1)
