"""What a provider checks of a call before it does anything, as the text of the extension at the broker asks."""
import base64, hashlib, json, re, threading, time, urllib.request

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

COVERED = ["@method", "@target-uri", "content-digest", "content-type", "a2a-version", "a2a-extensions"]
INPUT = re.compile(r'broker=(\(([^()]*)\);created=(\d+);expires=(\d+);nonce="([\w-]{16,64})"'
                   r';keyid="([\w-]{1,128})";alg="ed25519";tag="colloquy-broker")')
SIGNATURE = re.compile(r"broker=:([A-Za-z0-9+/]+={0,2}):")


class Checks:
    """What is checked of a call before anything is done."""

    def __init__(self, public_url, jwks_uri):
        self.public_url, self.jwks_uri = public_url, jwks_uri
        self.keys, self.fetched_at, self.nonces, self.lock = {}, -1e9, {}, threading.Lock()

    def find_key(self, key_id):
        age = time.monotonic() - self.fetched_at
        if age > 300 or (key_id not in self.keys and age > 10):
            self.fetched_at = time.monotonic()
            with urllib.request.urlopen(self.jwks_uri, timeout=5) as answer:
                self.keys = {key["kid"]: key["x"] for key in json.load(answer)["keys"]}
        x = self.keys.get(key_id)
        return x and Ed25519PublicKey.from_public_bytes(base64.urlsafe_b64decode(x + "=="))

    def fault(self, headers, body):
        """What is wrong with a call, or nothing."""
        given = INPUT.fullmatch(headers.get("signature-input", ""))
        signature = SIGNATURE.fullmatch(headers.get("signature", ""))
        if not given or not signature:
            return "no signature of the broker"
        parameters, listed, created, expires, nonce, key_id = given.groups()
        names = [name.strip('"') for name in listed.split(" ")]
        if not set(COVERED) <= set(names):
            return "not everything is covered"
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        if headers.get("content-digest") != f"sha-256=:{digest}:":
            return "another body"
        if abs(time.time() - int(created)) > 90 or time.time() > int(expires):
            return "too old"
        values = {**headers, "@method": "POST", "@target-uri": self.public_url}
        base = "\n".join([*(f'"{name}": {values.get(name)}' for name in names), f'"@signature-params": {parameters}'])
        with self.lock:
            try:
                key = self.find_key(key_id)
            except (OSError, ValueError, KeyError, TypeError):
                return "the keys of the broker cannot be read"
            try:
                if not key or key.verify(base64.b64decode(signature[1]), base.encode()):
                    return "an unknown key"
            except InvalidSignature:
                return "another signature"
            self.nonces = {one: at for one, at in self.nonces.items() if time.monotonic() - at < 300}
            if nonce in self.nonces:
                return "seen before"
            self.nonces[nonce] = time.monotonic()
        return None
