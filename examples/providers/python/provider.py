"""A provider of one skill, which counts words: `python3 provider.py`, with what README.md says in its environment.

Python's own library, and `cryptography`.
"""
import base64, hashlib, json, os, re, ssl, sys, threading, time, urllib.request, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

REQUIRED = ["BROKER", "PUBLIC_URL", "AGENT_ID", "AGENT_KEY"]
MISSING = [name for name in REQUIRED if not os.environ.get(name)]
if MISSING:
    sys.exit(f"set {', '.join(MISSING)} in the environment: README.md says what they are")
if bool(os.environ.get("TLS_KEY")) != bool(os.environ.get("TLS_CERT")):
    sys.exit("set both of TLS_KEY and TLS_CERT in the environment, or neither")

BROKER, PUBLIC_URL, AGENT_ID, AGENT_KEY = (os.environ[name] for name in REQUIRED)
EXTENSION = BROKER + "/a2a/ext/broker-signature/v1"
JWKS_URI = BROKER + "/.well-known/jwks.json"
COVERED = ["@method", "@target-uri", "content-digest", "content-type", "a2a-version", "a2a-extensions"]
INPUT = re.compile(r'broker=(\(([^()]*)\);created=(\d+);expires=(\d+);nonce="([\w-]{16,64})"'
                   r';keyid="([\w-]{1,128})";alg="ed25519";tag="colloquy-broker")')
SIGNATURE = re.compile(r"broker=:([A-Za-z0-9+/]+={0,2}):")

unpadded = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
as_dict = lambda value: value if isinstance(value, dict) else {}
compact = lambda value: json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


class Checks:
    """What is checked of a call before anything is done."""

    def __init__(self):
        self.keys, self.fetched_at, self.nonces, self.lock = {}, -1e9, {}, threading.Lock()

    def find_key(self, key_id):
        age = time.monotonic() - self.fetched_at
        if age > 300 or (key_id not in self.keys and age > 10):
            self.fetched_at = time.monotonic()
            with urllib.request.urlopen(JWKS_URI, timeout=5) as answer:
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
        values = {**headers, "@method": "POST", "@target-uri": PUBLIC_URL}
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


def facts_of(message):
    """What the broker says of a message, in the metadata of its extension."""
    return as_dict(as_dict(message.get("metadata")).get(EXTENSION))


def signed_card():
    card = {
        "name": "Counter", "description": "Counts words.", "version": "1.0.0",
        "supportedInterfaces": [{"url": PUBLIC_URL, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}],
        "capabilities": {"extensions": [{"uri": EXTENSION, "required": True,
                                         "params": {"provider_agent_id": AGENT_ID, "jwks_uri": JWKS_URI}}]},
        "defaultInputModes": ["text/plain"], "defaultOutputModes": ["application/json"],
        "skills": [{"id": "count-words", "name": "Count words", "description": "Counts the words of a text.",
                    "tags": ["text"]}],
    }
    try:
        with open(AGENT_KEY, "rb") as file:
            key = serialization.load_pem_private_key(file.read(), None)
    except (OSError, ValueError, TypeError):
        sys.exit("AGENT_KEY must be a readable file with the private key of the agent, in PEM")
    protected = unpadded(compact({"alg": "PS256", "kid": "agent", "typ": "JOSE"}))
    pss = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=32)
    signature = key.sign(f"{protected}.{unpadded(compact(card))}".encode(), pss, hashes.SHA256())
    return {**card, "signatures": [{"protected": protected, "signature": unpadded(signature)}]}


def status(state, words=None):
    told = {"message": agent_message([{"text": words}])} if words else {}
    return {"state": f"TASK_STATE_{state}", **told}


agent_message = lambda parts: {"messageId": str(uuid.uuid4()), "role": "ROLE_AGENT", "parts": parts}
CARD, TASKS, CHECKS = json.dumps(signed_card()).encode(), {}, Checks()


def run(text):
    """What becomes of a text: a question, a refusal, or the count."""
    if not text.strip():
        return {"status": status("INPUT_REQUIRED", "Which text?")}
    if len(text) > 2000:
        return {"status": status("REJECTED", "I count up to 2,000 characters.")}
    count = {"data": {"words": len(text.split())}, "mediaType": "application/json"}
    return {"status": status("COMPLETED"), "artifacts": [{"artifactId": "count", "name": "count", "parts": [count]}]}


def answer(method, params):
    if method == "SendMessage":
        message = as_dict(params.get("message"))
        probe = facts_of(message).get("probe")
        if probe:
            return {"result": {"message": agent_message([{"data": {"probe": probe}}])}}
        parts = message.get("parts")
        texts = [as_dict(part).get("text") for part in parts] if isinstance(parts, list) else []
        text = next((text for text in texts if isinstance(text, str)), "")
        # A message that begins a conversation may leave its context to us.
        context_id = message.get("contextId") or str(uuid.uuid4())
        task = {"id": str(uuid.uuid4()), "contextId": context_id, **run(text)}
        TASKS[task["id"]] = task
        return {"result": {"task": task}}
    if method == "ListTasks":
        return {"result": {"tasks": [task for task in TASKS.values() if task["contextId"] == params.get("contextId")]}}
    if method not in ("GetTask", "CancelTask"):
        return {"error": {"code": -32601, "message": "Method not found"}}
    task = TASKS.get(str(params.get("id")))
    if not task:
        return {"error": {"code": -32001, "message": "Task not found"}}
    # All is done at once: there is nothing to cancel.
    return {"result": task} if method == "GetTask" else {"error": {"code": -32002, "message": "Task not cancelable"}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        is_card = self.path == "/.well-known/agent-card.json"
        self.reply(200 if is_card else 404, CARD if is_card else b"{}")

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > 1 << 20:
            self.close_connection = True
            return self.reply(413 if length.isdecimal() else 411, b"{}")
        body = self.rfile.read(int(length))
        fault = CHECKS.fault({name.lower(): value for name, value in self.headers.items()}, body)
        if fault:
            return self.reply(401, json.dumps({"error": fault}).encode())
        try:
            call = json.loads(body)
        except (ValueError, RecursionError):
            return self.respond(None, {"error": {"code": -32700, "message": "The body is not JSON"}})
        call_id, method, params = (as_dict(call).get(name) for name in ("id", "method", "params"))
        if not isinstance(method, str) or not isinstance(params, dict):
            return self.respond(call_id, {"error": {"code": -32600, "message": "Send a method, and params as an object"}})
        named = facts_of(as_dict(params.get("message"))).get("provider_agent_id")
        if method == "SendMessage" and named != AGENT_ID:
            return self.reply(401, b'{"error": "another agent"}')
        self.respond(call_id, answer(method, params))

    def respond(self, call_id, outcome):
        self.reply(200, json.dumps({"jsonrpc": "2.0", "id": call_id, **outcome}).encode())

    def reply(self, code, body):
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8443"))), Handler)
if os.environ.get("TLS_CERT"):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(os.environ["TLS_CERT"], os.environ["TLS_KEY"])
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(f"listening on {server.server_address[1]}", flush=True)
server.serve_forever()
