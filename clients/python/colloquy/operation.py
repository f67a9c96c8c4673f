"""How calls are sent."""
from __future__ import annotations

import re
from typing import Any, Dict, FrozenSet, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import quote


class Unset:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"


#: An input that is not given, where None says something of its own.
UNSET = Unset()


class Route(NamedTuple):
    method: str
    #: Below the base URL.
    path: str
    #: What the envelope says that the client means.
    action: str


class Operation(NamedTuple):
    name: str
    #: The first whose path parameters are all given serves.
    routes: Tuple[Route, ...]
    #: Takes an idempotency_key.
    is_keyed: bool = False
    #: Needs no identity.
    is_open: bool = False
    #: Whether calling twice does no more than calling once.
    is_repeatable: bool = True
    #: The path parameter that is "me" where the caller names nobody.
    default_input: Optional[str] = None
    #: Inputs of which None says something of its own.
    nullable: FrozenSet[str] = frozenset()


class Place(NamedTuple):
    route: Route
    path: str
    #: The inputs that the path does not say.
    rest: Dict[str, Any]


_PARAMETER = re.compile(r"\{(\w+)\}")


def place(operation: Operation, given: Mapping[str, Any]) -> Place:
    """The route that serves these inputs, its path filled in."""
    rest = {
        name: value
        for name, value in given.items()
        if value is not UNSET and (value is not None or name in operation.nullable)
    }
    if operation.default_input is not None:
        rest.setdefault(operation.default_input, "me")
    for route in operation.routes:
        parameters = _PARAMETER.findall(route.path)
        if all(parameter in rest for parameter in parameters):
            path = _PARAMETER.sub(lambda match: _segment(match[1], rest[match[1]]), route.path)
            return Place(route, path, {name: value for name, value in rest.items() if name not in parameters})
    raise TypeError(f"{operation.name} needs {' and '.join(_PARAMETER.findall(operation.routes[-1].path))}")


def _segment(parameter: str, value: Any) -> str:
    """Whatever stands on the way may drop segments of dots: the path would be another than the one that was signed."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'{parameter} cannot be "{text}"')
    return quote(text, safe="")
