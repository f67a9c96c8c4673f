"""Operations and their routes."""
from __future__ import annotations

import re
from typing import Any, Dict, FrozenSet, Mapping, NamedTuple, Optional, Tuple
from urllib.parse import quote


class Unset:
    """The type of UNSET."""

    def __repr__(self) -> str:
        return "UNSET"


#: An omitted input, as opposed to an explicit None.
UNSET = Unset()


class Route(NamedTuple):
    method: str
    #: Relative to the base URL.
    path: str
    #: The action in the signed envelope.
    action: str


class Operation(NamedTuple):
    name: str
    #: The first route whose path parameters are all present is used.
    routes: Tuple[Route, ...]
    #: Accepts an idempotency_key.
    is_keyed: bool = False
    #: Requires no authentication.
    is_open: bool = False
    #: Whether the operation is idempotent.
    is_repeatable: bool = True
    #: The path parameter whose default is "me".
    default_input: Optional[str] = None
    #: Inputs for which None has a meaning.
    nullable: FrozenSet[str] = frozenset()


class Place(NamedTuple):
    route: Route
    path: str
    #: The inputs that are not path parameters.
    rest: Dict[str, Any]


_PARAMETER = re.compile(r"\{(\w+)\}")


def place(operation: Operation, given: Mapping[str, Any]) -> Place:
    """The route for these inputs, with its path filled in."""
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
    raise TypeError(f"{operation.name} requires {' and '.join(_PARAMETER.findall(operation.routes[-1].path))}")


def _segment(parameter: str, value: Any) -> str:
    """Rejects dot segments: a proxy may remove them, and the path would differ from the signed one."""
    text = str(value)
    if text in ("", ".", ".."):
        raise ValueError(f'{parameter} cannot be "{text}"')
    return quote(text, safe="")
