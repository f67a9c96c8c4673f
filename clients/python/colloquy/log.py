"""C2SP tlog-tiles, tlog-checkpoint and signed-note; the tree is that of RFC 6962."""
from __future__ import annotations

import re
from base64 import b64decode
from hashlib import sha256
from typing import Callable, List, NamedTuple, Tuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

#: The bytes at a path below the address of a log, such as /checkpoint and /tile/0/000.p/7.
ReadLog = Callable[[str], bytes]

_WIDTH = 256
_HASH_BYTES = 32
_ED25519 = 1


class Checkpoint(NamedTuple):
    origin: str
    size: int
    root: bytes


def digest(*parts: bytes) -> bytes:
    return sha256(b"".join(parts)).digest()


def leaf_hash(data: bytes) -> bytes:
    return digest(b"\0", data)


def _node_hash(left: bytes, right: bytes) -> bytes:
    return digest(b"\1", left, right)


class _VerifierKey:
    def __init__(self, text: str) -> None:
        match = re.fullmatch(r"([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)", text.strip())
        name, key_id, encoded = match.groups() if match else ("", "", "")
        key = b64decode(encoded)
        self.name, self._id = name, digest(f"{name}\n".encode(), key)[:4]
        if len(key) != 33 or key[0] != _ED25519 or self._id.hex() != key_id:
            raise ValueError("the key of the log is malformed")
        self._public_key = Ed25519PublicKey.from_public_bytes(key[1:])

    def has_signed(self, text: str, lines: List[str]) -> bool:
        """Whether the note is signed by the key: one invalid signature by it spoils the note."""
        prefix = f"— {self.name} "
        decoded = [b64decode(line[len(prefix) :]) for line in lines if line.startswith(prefix)]
        signatures = [signed[4:] for signed in decoded if signed[:4] == self._id]
        return bool(signatures) and all(self._verifies(signature, text.encode()) for signature in signatures)

    def _verifies(self, signature: bytes, message: bytes) -> bool:
        try:
            self._public_key.verify(signature, message)
        except InvalidSignature:
            return False
        return True


def open_checkpoint(note: str, verifier_key: str) -> Checkpoint:
    """Raises ValueError unless a signature of the note is by the verifier key."""
    key = _VerifierKey(verifier_key)
    text, _, signatures = note.rpartition("\n\n")
    if not key.has_signed(f"{text}\n", signatures.split("\n")):
        raise ValueError("the checkpoint is not signed by the key of the log")
    origin, size, root = (text.split("\n") + ["", "", ""])[:3]
    if origin != key.name or not re.fullmatch(r"0|[1-9][0-9]{0,14}", size):
        raise ValueError("the checkpoint is malformed")
    return Checkpoint(origin, int(size), b64decode(root))


def _tile_path(level: int, n: int, width: int) -> str:
    digits = str(n).zfill(-(-len(str(n)) // 3) * 3)
    name = re.sub(r"([0-9]{3})(?=[0-9])", r"x\1/", digits)
    return f"/tile/{level}/{name}" + ("" if width == _WIDTH else f".p/{width}")


def _split(count: int) -> int:
    """The highest power of two below it."""
    return 1 << ((count - 1).bit_length() - 1)


class Tree:
    """A tree of that size, by its tiles."""

    def __init__(self, size: int, read: ReadLog) -> None:
        self.size = size
        self._read = read

    def root_with_leaf(self, index: int, leaf: bytes) -> bytes:
        """The root of the whole tree if the leaf at that place has this hash: equal to the checkpoint's, it is included."""

        def climb(start: int, count: int) -> bytes:
            if count == 1:
                return leaf
            left = _split(count)
            if index < start + left:
                return _node_hash(climb(start, left), self._range_hash(start + left, count - left))
            return _node_hash(self._range_hash(start, left), climb(start + left, count - left))

        return climb(0, self.size)

    def roots(self, prefix: int) -> Tuple[bytes, bytes]:
        """The roots of the first leaves and of the whole tree, out of the same hashes.

        Equal to those of two checkpoints, the later one continues the earlier one.
        """

        def climb(start: int, count: int, within: int) -> Tuple[bytes, bytes]:
            if within == count:
                both = self._range_hash(start, count)
                return both, both
            left = _split(count)
            if within <= left:
                earlier, later = climb(start, left, within)
                return earlier, _node_hash(later, self._range_hash(start + left, count - left))
            first = self._range_hash(start, left)
            earlier, later = climb(start + left, count - left, within - left)
            return _node_hash(first, earlier), _node_hash(first, later)

        return climb(0, self.size, prefix)

    def _range_hash(self, start: int, count: int) -> bytes:
        if count & (count - 1) == 0:
            return self._subtree(start, count.bit_length() - 1)
        left = _split(count)
        return _node_hash(self._range_hash(start, left), self._range_hash(start + left, count - left))

    def _subtree(self, start: int, height: int) -> bytes:
        """The hash of a complete subtree of 2^height leaves."""
        level = height // 8
        place = start // _WIDTH**level
        n, first = divmod(place, _WIDTH)
        width = min(_WIDTH, self.size // _WIDTH**level - n * _WIDTH)
        tile = self._read(_tile_path(level, n, width))
        if len(tile) != width * _HASH_BYTES:
            raise ValueError("a tile of the log has the wrong size")
        places = range(first, first + 2 ** (height - level * 8))
        row = [tile[at * _HASH_BYTES : (at + 1) * _HASH_BYTES] for at in places]
        while len(row) > 1:
            row = [_node_hash(left, right) for left, right in zip(row[::2], row[1::2])]
        return row[0]
