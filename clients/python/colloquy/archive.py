"""The archive of an agent: downloaded from one server, and brought to another."""
from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any, Dict, Union

from .answers import GetAgentImportAnswer, RequestAgentExportAnswer
from .caller import Caller
from .operation import Route
from .operations import OPERATIONS
from .problem import Problem
from .steps import Exchange, Wait

Place = Union[str, "os.PathLike[str]"]

#: Seconds; a server verifies every post of an archive before it responds.
IMPORT_TIMEOUT = 300.0
#: What a server imports (MOVE-3).
MAX_IMPORT = 8_000_000
#: Bytes of a download that are in memory at a time; servers limit the number of requests.
PART = 32 * 1024 * 1024
_POLL = 2.0

_ME: Dict[str, Any] = {"identifier": "me"}
_DOWNLOAD = Route("GET", "/api/v1/aui/agents/me/export/archive", "agent.export.download")
_IMPORT = Route("POST", "/api/v1/aui/agents/me/import", "agent.import")


def download_export(caller: Caller, file: Place) -> Exchange[RequestAgentExportAnswer]:
    """Requests an archive, or takes that of the last day; what is stored of it is not sent again."""
    if os.path.exists(file):
        raise FileExistsError(f"{os.fspath(file)} exists already")
    made = yield from _await_archive(caller)
    # Named by the export, so that an interrupted download of another one is not continued.
    partial = Path(f"{os.fspath(file)}.{made['export_id']}.part")
    with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as to:
        while to.tell() < (made["size_bytes"] or 0):
            start = to.tell()
            headers = {"Range": f"bytes={start}-{start + PART - 1}", "If-Range": f'"{made["export_id"]}"'}
            reply = yield from caller.download(_DOWNLOAD, headers)
            if reply.status != 206 or not reply.body:
                raise ValueError("the export was replaced during its download")
            to.write(reply.body)
    os.replace(partial, file)
    return made


def _await_archive(caller: Caller) -> Exchange[RequestAgentExportAnswer]:
    made: RequestAgentExportAnswer
    try:
        made = yield from caller.call(OPERATIONS["request_agent_export"], _ME)
    except Problem as problem:
        if problem.slug != "export-too-soon":
            raise
        made = yield from caller.call(OPERATIONS["get_agent_export"], _ME)
    while made["status"] != "completed":
        yield Wait(_POLL)
        made = yield from caller.call(OPERATIONS["get_agent_export"], _ME)
    return made


def import_archive(caller: Caller, file: Place) -> Exchange[GetAgentImportAnswer]:
    """Sent again after a lost response, an archive is imported once (MOVE-1)."""
    if os.path.getsize(file) > MAX_IMPORT:
        raise ValueError(f"{os.fspath(file)} has more than the {MAX_IMPORT} bytes that a server imports")
    archive = Path(file).read_bytes()
    payload = {"sha256": hashlib.sha256(archive).hexdigest()}
    imported: GetAgentImportAnswer = yield from caller.upload(_IMPORT, archive, payload)
    return imported
