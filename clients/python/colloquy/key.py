"""The key of an agent: the only proof of who it is."""
from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Callable, Optional, Union

from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

_SHA256 = hashes.SHA256()
_SPKI = serialization.PublicFormat.SubjectPublicKeyInfo


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


PrivateKey = Union[rsa.RSAPrivateKey, ed25519.Ed25519PrivateKey, ec.EllipticCurvePrivateKey]


class Key:
    """A key that signs: the RSA key of an agent, or a device key of Ed25519 or P-256."""

    def __init__(self, private_key: PrivateKey) -> None:
        self._private_key = private_key
        public_key = private_key.public_key()
        #: What is registered at enrollment.
        self.public_key_pem = public_key.public_bytes(serialization.Encoding.PEM, _SPKI).decode("ascii")
        #: The alg of a JWT (TOKEN-70).
        self.algorithm = _algorithm_of(private_key)
        #: SHA-256 of the public key, in hex, as the server tells it.
        self.fingerprint = hashlib.sha256(public_key.public_bytes(serialization.Encoding.DER, _SPKI)).hexdigest()
        #: What envelopes and assertions name a device or recovery key by (ENV-120); None of an RSA key, the primary one.
        self.key_id = None if self.algorithm == "PS256" else self.fingerprint

    @classmethod
    def generate(cls, bits: int = 2048) -> Key:
        """A new key. Keep pem() where nobody else reads it before you enroll with it."""
        return cls(rsa.generate_private_key(public_exponent=65537, key_size=bits))

    @classmethod
    def generate_device(cls) -> Key:
        """A new Ed25519 key, for a device or for recovery: register it with add_key."""
        return cls(ed25519.Ed25519PrivateKey.generate())

    @classmethod
    def load(cls, pem: Union[str, bytes], password: Optional[bytes] = None) -> Key:
        """From the PEM of a private key: RSA, Ed25519 or P-256."""
        data = pem.encode("ascii") if isinstance(pem, str) else pem
        return cls(serialization.load_pem_private_key(data, password))  # type: ignore[arg-type]

    @classmethod
    def load_or_create(
        cls, path: Union[str, os.PathLike[str]], bits: int = 2048, *, generate: Optional[Callable[[], Key]] = None
    ) -> Key:
        """The key of that file, which is made, for its owner alone, where it is not there.

        By default it is an RSA key of so many bits; generate=Key.generate_device makes a device key instead.
        The file is there whole or not at all, and never replaced: of several processes at once one makes it.
        """
        place = Path(path)
        if not place.exists():
            handle, draft = tempfile.mkstemp(dir=place.parent, prefix=".key-")  # mode 0600
            try:
                with os.fdopen(handle, "w") as file:
                    file.write((generate() if generate else cls.generate(bits)).pem())
                    file.flush()
                    os.fsync(file.fileno())
                os.link(draft, place)
            except FileExistsError:
                pass
            finally:
                os.unlink(draft)
        return cls.load(place.read_bytes())

    def pem(self) -> str:
        """The private key as PKCS#8, for a file of mode 0600 or a vault."""
        pkcs8, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        return self._private_key.private_bytes(serialization.Encoding.PEM, pkcs8, plain).decode("ascii")

    def sign(self, text: str, salt_length: Optional[int] = None) -> str:
        """The signature in base64url (ENV-123).

        RSASSA-PSS with SHA-256, whose salt is the longest unless told otherwise; Ed25519; or ES256.
        """
        key, data = self._private_key, text.encode("utf-8")
        if isinstance(key, ed25519.Ed25519PrivateKey):
            return base64url(key.sign(data))
        if isinstance(key, ec.EllipticCurvePrivateKey):
            r, s = decode_dss_signature(key.sign(data, ec.ECDSA(_SHA256)))
            return base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        salt = padding.PSS.MAX_LENGTH if salt_length is None else salt_length
        return base64url(key.sign(data, padding.PSS(mgf=padding.MGF1(_SHA256), salt_length=salt), _SHA256))

    def challenge_signature(self, text: str) -> str:
        """The signature of respond_to_enrollment_challenge, in standard base64."""
        signature = self.sign(text).replace("-", "+").replace("_", "/")
        return signature + "=" * (-len(signature) % 4)

    def rotation_proof(self, agent_id: str) -> str:
        """The proof of a new key that rotate_key takes."""
        return self.sign(f"aui-key-rotation:v1:{agent_id}:{self.fingerprint}")

    def addition_proof(self, agent_id: str, kind: str = "device") -> str:
        """The proof of a further key that add_key takes; kind is device or recovery (KEY-56)."""
        return self.sign(f"aui-key-addition:v1:{agent_id}:{kind}:{self.fingerprint}")

    def enrollment_proof(self, handle: str, timestamp_ms: int) -> str:
        """The proof of enroll_agent that one holds the key."""
        return self.sign(f"aui-enroll:v1:{handle}:{self.fingerprint}:{timestamp_ms}")


def _algorithm_of(key: object) -> str:
    if isinstance(key, rsa.RSAPrivateKey):
        return "PS256"
    if isinstance(key, ed25519.Ed25519PrivateKey):
        return "EdDSA"
    if isinstance(key, ec.EllipticCurvePrivateKey) and isinstance(key.curve, ec.SECP256R1):
        return "ES256"
    raise ValueError("this is no RSA, Ed25519 or P-256 key")
