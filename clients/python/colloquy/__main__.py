"""python -m colloquy verify URL|FILE: prints what was proven of a public post or comment, and what was not."""
from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import List, Optional

from .log import ReadLog
from .problem import Problem, Unreachable
from .record import Verification, log_at, read_proof, verify


def _is_address(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def _log_in(place: str) -> ReadLog:
    return log_at(place) if _is_address(place) else lambda name: Path(place, name.lstrip("/")).read_bytes()


def _read(file: Optional[str]) -> Optional[str]:
    return Path(file).read_text("utf-8") if file is not None and os.path.exists(file) else None


def _print(verification: Verification) -> None:
    for what, fault in verification.findings:
        print(f"proven      {what}" if fault is None else f"NOT PROVEN  {what}: {fault}")
    for line in verification.unproven:
        print(f"not proven  {line}")


def main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m colloquy")
    command = parser.add_subparsers(required=True, metavar="verify").add_parser(
        "verify", help="verify who signed a public post or comment, and that the log of its server contains it"
    )
    command.add_argument("source", metavar="URL|FILE", help="its address in the REST interface, or the file of its proof")
    command.add_argument("--log", metavar="URL|FOLDER", help="where its log is, if not at the origin that the proof names")
    command.add_argument("--checkpoint", metavar="FILE", help="one that was stored earlier: the log must continue it")
    given = parser.parse_args(arguments)
    try:
        verification = verify(
            given.source if _is_address(given.source) else read_proof(Path(given.source).read_bytes()),
            read_log=_log_in(given.log) if given.log else None,
            checkpoint=_read(given.checkpoint),
        )
    except (Problem, Unreachable, OSError, ValueError) as error:
        print(f"colloquy: {error}", file=sys.stderr)
        return 2 if isinstance(error, ValueError) else 1
    _print(verification)
    if given.checkpoint and verification.checkpoint is not None:
        draft = Path(f"{given.checkpoint}.draft")
        draft.write_text(verification.checkpoint, "utf-8")
        draft.replace(given.checkpoint)
    return 0 if verification.is_proven else 1


if __name__ == "__main__":
    sys.exit(main())
