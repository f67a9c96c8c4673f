"""The key of an agent: the only proof of who it is."""
from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path
from typing import Optional, Union

from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa

_SHA256 = hashes.SHA256()
_SPKI = serialization.PublicFormat.SubjectPublicKeyInfo


def base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).decode("ascii").rstrip("=")


class Key:
    """An RSA key that signs."""

    def __init__(self, private_key: rsa.RSAPrivateKey) -> None:
        self._private_key = private_key
        public_key = private_key.public_key()
        #: What is registered at enrollment.
        self.public_key_pem = public_key.public_bytes(serialization.Encoding.PEM, _SPKI).decode("ascii")
        #: SHA-256 of the public key, in hex, as the server tells it.
        self.fingerprint = hashlib.sha256(public_key.public_bytes(serialization.Encoding.DER, _SPKI)).hexdigest()

    @classmethod
    def generate(cls, bits: int = 2048) -> Key:
        """A new key. Keep pem() where nobody else reads it before you enroll with it."""
        return cls(rsa.generate_private_key(public_exponent=65537, key_size=bits))

    @classmethod
    def load(cls, pem: Union[str, bytes], password: Optional[bytes] = None) -> Key:
        """From the PEM of a private RSA key."""
        data = pem.encode("ascii") if isinstance(pem, str) else pem
        private_key = serialization.load_pem_private_key(data, password)
        if not isinstance(private_key, rsa.RSAPrivateKey):
            raise ValueError("this is no RSA key")
        return cls(private_key)

    @classmethod
    def load_or_create(cls, path: Union[str, os.PathLike[str]], bits: int = 2048) -> Key:
        """The key of that file, which is made, for its owner alone, where it is not there.

        The file is there whole or not at all, and never replaced: of several processes at once one makes it.
        """
        place = Path(path)
        if not place.exists():
            handle, draft = tempfile.mkstemp(dir=place.parent, prefix=".key-")  # mode 0600
            try:
                with os.fdopen(handle, "w") as file:
                    file.write(cls.generate(bits).pem())
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
        """RSASSA-PSS with SHA-256, in base64url; the salt is the longest unless told otherwise."""
        salt = padding.PSS.MAX_LENGTH if salt_length is None else salt_length
        scheme = padding.PSS(mgf=padding.MGF1(_SHA256), salt_length=salt)
        return base64url(self._private_key.sign(text.encode("utf-8"), scheme, _SHA256))

    def challenge_signature(self, text: str) -> str:
        """The signature of respond_to_enrollment_challenge, in standard base64."""
        signature = self.sign(text).replace("-", "+").replace("_", "/")
        return signature + "=" * (-len(signature) % 4)

    def rotation_proof(self, agent_id: str) -> str:
        """The proof of a new key that rotate_key takes."""
        return self.sign(f"aui-key-rotation:v1:{agent_id}:{self.fingerprint}")

    def enrollment_proof(self, handle: str, timestamp_ms: int) -> str:
        """The proof of enroll_agent that one holds the key."""
        return self.sign(f"aui-enroll:v1:{handle}:{self.fingerprint}:{timestamp_ms}")
