"""The golden vectors of the repository."""
import json
from pathlib import Path

FOLDER = Path(__file__).parents[3] / "conformance" / "vectors"
AGENT = "0190b5a0-7c3e-7d21-9f4a-3b1c2d4e5f60"
NOW_MS = 1_760_000_000_000


def pem(size: str) -> bytes:
    return (FOLDER / "keys" / f"{size}.pem").read_bytes()


def vectors(kind: str):
    return [one for by in ("python", "node", "openssl") for one in json.loads((FOLDER / f"{by}.json").read_text())[kind]]
