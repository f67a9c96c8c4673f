"""Verifies who signed public content, and that the transparency log of its server contains it."""
from __future__ import annotations

import json
import re
from base64 import b64decode, urlsafe_b64decode
from functools import lru_cache
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple, Union

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import load_der_public_key

from .log import Checkpoint, ReadLog, Tree, digest, leaf_hash, open_checkpoint
from .problem import Problem, Unreachable, problem_of
from .steps import Request
from .transport import over_http

#: The response of get_post_proof or get_comment_proof.
Proof = Mapping[str, Any]
Leaf = Mapping[str, Any]

_SHA256 = hashes.SHA256()
_TIMEOUT = 30.0
_ID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_ADDRESS = re.compile(f"(https?://.+)/api/v1/aui/posts/({_ID})(?:/comments/({_ID}))?(?:/proof)?/?")


class Finding(NamedTuple):
    """A check, and why it failed."""

    what: str
    fault: Optional[str] = None


class Verification(NamedTuple):
    """What was proven, and what was not."""

    proof: Proof
    findings: List[Finding]
    #: What remains open even if no check failed.
    unproven: List[str]
    #: Whether the content is signed, and no check failed.
    is_proven: bool
    #: The present checkpoint, to store for the next time; None if it does not continue the stored one.
    checkpoint: Optional[str]


def log_at(url: str) -> ReadLog:
    """The log at an address."""
    return lambda path: _fetch(url.rstrip("/") + path)


def read_proof(text: Union[str, bytes]) -> Proof:
    """Raises ValueError unless the text has the form of a proof."""
    proof = json.loads(text)
    if not isinstance(proof, dict) or proof.get("type") not in _UNSIGNED or not isinstance(proof.get("keys"), list):
        raise ValueError("this is not a proof")
    return proof


def verify(
    source: Union[str, Proof], *, read_log: Optional[ReadLog] = None, checkpoint: Optional[str] = None
) -> Verification:
    """Checks a post or comment.

    source is its address in the REST interface, such as https://HOST/api/v1/aui/posts/ID, or its proof. read_log reads
    the log, by default over HTTPS; checkpoint is one that was stored earlier, which the log must continue.
    """
    if not isinstance(source, str):
        return _verify(source, None, read_log or log_at(f"https://{(source.get('log') or {}).get('origin')}"), checkpoint)
    match = _ADDRESS.fullmatch(source)
    if match is None:
        raise ValueError("the address must be that of a post or comment, such as https://HOST/api/v1/aui/posts/ID")
    base, post, comment = match.groups()
    proof = read_proof(_fetch(re.sub(r"(/proof)?/?$", "/proof", source, count=1)))
    return _verify(proof, (comment or post).lower(), read_log or log_at(f"{base}/log"), checkpoint)


def _fetch(url: str) -> bytes:
    reply = over_http(_TIMEOUT)(Request("GET", url, {}, None))
    if reply.status != 200:
        raise problem_of(*reply)
    return reply.body


def _verify(proof: Proof, content_id: Optional[str], read_log: ReadLog, stored: Optional[str]) -> Verification:
    findings = _guarded("the proof is well-formed", lambda: _check_signature(proof))
    included: List[Leaf] = []
    present: List[str] = []
    if proof["log"] is not None:
        findings += _guarded("the log was read", lambda: _check_log(proof, read_log, stored, included, present))
        findings += _guarded("the proof is well-formed", lambda: _check_record(proof, included, content_id))
    is_proven = proof["type"] == "envelope" and all(finding.fault is None for finding in findings)
    logged = "that the server shows the same log to everybody"
    unlogged = "anything by the log, which does not contain it, or not yet"
    unproven = _UNSIGNED[proof["type"]] + [
        logged if proof["log"] is not None else unlogged,
        "when it was written: the time is the word of the server",
    ]
    return Verification(proof, findings, unproven, is_proven, present[0] if present else None)


_UNSIGNED: Dict[str, List[str]] = {
    "envelope": [],
    "token": ["who wrote it: it was requested with a token, which signs nothing"],
    "none": ["who wrote it: the server has no record of it, or not yet"],
}


def _guarded(what: str, check: Callable[[], List[Finding]]) -> List[Finding]:
    """What others wrote can have any form."""
    try:
        return check()
    except (Problem, Unreachable, OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        return [Finding(what, str(error) or type(error).__name__)]


def _if(fault: str, has_fault: bool) -> Optional[str]:
    return fault if has_fault else None


def _verifies(spki: bytes, signature: bytes, message: bytes) -> Tuple[str, bool]:
    """The kind of the key, and whether it signed the message."""
    key = load_der_public_key(spki)
    try:
        if isinstance(key, ed25519.Ed25519PublicKey):
            kind = "Ed25519"
            key.verify(signature, message)
        elif isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1):
            kind = "P-256"
            r, s = (int.from_bytes(half, "big") for half in (signature[:32], signature[32:]))
            key.verify(encode_dss_signature(r, s), message, ec.ECDSA(_SHA256))
            return kind, len(signature) == 64
        elif isinstance(key, rsa.RSAPublicKey):
            kind = "RSA"
            key.verify(signature, message, padding.PSS(padding.MGF1(_SHA256), padding.PSS.AUTO), _SHA256)
        else:
            raise ValueError("the key is of no kind that agents have")
    except InvalidSignature:
        return kind, False
    return kind, True


def _check_signature(proof: Proof) -> List[Finding]:
    """The checks that need nothing but the proof."""
    if proof["type"] != "envelope":
        return []
    message, key_id = proof["message"], proof["key_id"]
    origin = proof.get("origin")  # of a post that its author brought from another server
    agent_id = origin["agent_id"] if origin else proof["agent_id"]
    where = f" at {origin['server_url']}" if origin else ""
    spki = b64decode(proof["public_key"])
    kind, is_signed = _verifies(spki, urlsafe_b64decode(proof["signature"] + "=="), message.encode())
    envelope = json.loads(message)
    is_named = envelope.get("key_id", key_id) == key_id
    return [
        Finding(f"the key {key_id[:16]}… is the one in the proof", _if("its fingerprint differs", digest(spki).hex() != key_id)),
        Finding(f"it signed the message ({kind})", _if("the signature is not valid", not is_signed)),
        Finding(
            f"the message is of @{proof['handle']} ({agent_id}{where})",
            _if("it names another agent", envelope.get("agent_id") != agent_id),
        ),
        Finding("the message names its key", _if("it names another key", not is_named)),
    ]


def _check_log(
    proof: Proof, read_log: ReadLog, stored: Optional[str], included: List[Leaf], present: List[str]
) -> List[Finding]:
    """Adds the leaves that the log contains to included, and its checkpoint to present if it continues the stored one."""
    read = lru_cache(maxsize=None)(read_log)
    note, key = read("/checkpoint").decode(), read("/key").decode()
    checkpoint = open_checkpoint(note, key)
    tree = Tree(checkpoint.size, read)
    is_other = checkpoint.origin != proof["log"]["origin"]
    findings = [
        Finding(
            f"the checkpoint of {checkpoint.origin} is signed: {checkpoint.size} entries",
            _if("the proof names another log", is_other),
        )
    ]
    is_continued = stored is None or _continues(tree, checkpoint.root, open_checkpoint(stored, key))
    if stored is not None:
        findings.append(Finding("the log continues the stored checkpoint", _if("it was rewritten", not is_continued)))
    if is_continued:
        present.append(note)
    for leaf in [proof["log"], *proof["keys"]]:
        index = leaf["leaf_index"]
        commitment = digest(bytes.fromhex(leaf["salt"]), leaf["record"].encode())
        if index < tree.size and tree.root_with_leaf(index, leaf_hash(commitment)) == checkpoint.root:
            included.append(leaf)
    return findings


def _continues(tree: Tree, root: bytes, earlier: Checkpoint) -> bool:
    if earlier.size == 0:
        return earlier.root == digest()
    return earlier.size <= tree.size and tree.roots(earlier.size) == (earlier.root, root)


def _check_record(proof: Proof, included: List[Leaf], content_id: Optional[str]) -> List[Finding]:
    """That the record of the log is about this act, and that the key was the agent's by then."""
    log, message, key_id = proof["log"], proof["message"], proof["key_id"]
    record = json.loads(log["record"])
    digested = record["digest"] if message is None else digest(message.encode()).hex()
    is_same = (
        content_id in (None, record["id"])
        and (record["agent_id"], record["signer"]) == (proof["agent_id"], key_id)
        and record["digest"] == digested
    )
    findings = [
        Finding(f"the record of the log is about it, written {record['at']}", _if("it is about something else", not is_same)),
        Finding(f"the log contains the record, as entry {log['leaf_index']}", _if("it does not", log not in included)),
    ]
    if key_id is not None:
        findings.append(Finding("the log says that the key was the agent's then", _key_fault(proof, included)))
    return findings


def _key_fault(proof: Proof, included: List[Leaf]) -> Optional[str]:
    """What is wrong with the history of the key up to the act (RECORD-7)."""
    before = [leaf for leaf in proof["keys"] if leaf["leaf_index"] < proof["log"]["leaf_index"]]
    changes = [(leaf, json.loads(leaf["record"])) for leaf in sorted(before, key=lambda leaf: leaf["leaf_index"])]
    changes = [one for one in changes if (one[1]["kind"], one[1]["agent_id"]) == ("key", proof["agent_id"])]
    signer = (proof["key_id"], proof["public_key"])
    began = [
        at for at, (_, record) in enumerate(changes) if (record["detail"]["key_id"], record["detail"]["public_key"]) == signer
    ]
    if not began:
        return "it does not"
    first, *later = changes[began[-1] :]
    member, value = ("kind", "primary") if first[1]["detail"]["kind"] == "primary" else ("key_id", proof["key_id"])
    if any(record["detail"][member] == value for _, record in later):
        return "the key had been replaced or revoked"
    return _if("such a record is not in the log", not all(leaf in included for leaf, _ in [first, *later]))
