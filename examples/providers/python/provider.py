"""A provider of one skill, which counts words: `python3 provider.py`, with what README.md says in its environment.

Python's own library, and `cryptography`.
"""
import base64, hashlib, json, os, re, ssl, sys, threading, uuid
from datetime import datetime, timezone
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

from broker_signature import Checks

REQUIRED = ["BROKER", "PUBLIC_URL", "AGENT_ID", "AGENT_KEY"]
MISSING = [name for name in REQUIRED if not os.environ.get(name)]
if MISSING:
    sys.exit(f"set {', '.join(MISSING)} in the environment: README.md says what they are")
if bool(os.environ.get("TLS_KEY")) != bool(os.environ.get("TLS_CERT")):
    sys.exit("set both of TLS_KEY and TLS_CERT in the environment, or neither")

BROKER, PUBLIC_URL, AGENT_ID, AGENT_KEY = (os.environ[name] for name in REQUIRED)
EXTENSION = BROKER + "/a2a/ext/broker-signature/v1"
JWKS_URI = BROKER + "/.well-known/jwks.json"
ENDED = {f"TASK_STATE_{state}" for state in ("COMPLETED", "FAILED", "CANCELED", "REJECTED")}
IDS = ("taskId", "contextId")
ERRORS = {
    "UNAUTHENTICATED": -32000, "TASK_NOT_FOUND": -32001, "TASK_NOT_CANCELABLE": -32002,
    "PUSH_NOTIFICATION_NOT_SUPPORTED": -32003, "UNSUPPORTED_OPERATION": -32004, "CONTENT_TYPE_NOT_SUPPORTED": -32005,
    "VERSION_NOT_SUPPORTED": -32009, "INVALID_REQUEST": -32600, "METHOD_NOT_FOUND": -32601, "INVALID_PARAMS": -32602,
    "PARSE_ERROR": -32700,
}

unpadded = lambda data: base64.urlsafe_b64encode(data).rstrip(b"=").decode()
as_dict = lambda value: value if isinstance(value, dict) else {}
compact = lambda value: json.dumps(value, separators=(",", ":"), sort_keys=True, ensure_ascii=False).encode()


class Refusal(Exception):
    """An error of JSON-RPC, with the reason that A2A 1.0 (9.5) wants in its data."""

    def __init__(self, reason, message):
        super().__init__(message)
        info = {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": reason, "domain": "a2a-protocol.org"}
        self.error = {"code": ERRORS[reason], "message": message, "data": [info]}


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


def agent_message(task_ids, parts):
    return {"messageId": str(uuid.uuid4()), "role": "ROLE_AGENT", **task_ids, "parts": parts}


def run(text):
    """What becomes of a text: a state, what is said of it, and artifacts."""
    if not text.strip():
        return "INPUT_REQUIRED", "Which text?", []
    if len(text) > 2000:
        return "REJECTED", "I count up to 2,000 characters.", []
    count = {"data": {"words": len(text.split())}, "mediaType": "application/json"}
    return "COMPLETED", None, [{"artifactId": "count", "name": "count", "parts": [count]}]


class Tasks:
    """The tasks by id, in the order of their last change."""

    def __init__(self):
        self.by_id, self.lock = {}, threading.Lock()

    def find(self, params):
        task = self.by_id.get(str(params.get("id")))
        if not task:
            raise Refusal("TASK_NOT_FOUND", "Task not found")
        return task

    def begin(self, message):
        """The task that a message continues, or a new one."""
        task_id, context_id = message.get("taskId"), message.get("contextId")
        if not task_id:
            # A message that begins a conversation may leave its context to us.
            return {"id": str(uuid.uuid4()), "contextId": context_id or str(uuid.uuid4()), "history": []}
        task = self.find({"id": task_id})
        if context_id and context_id != task["contextId"]:
            raise Refusal("INVALID_PARAMS", "The task is of another context")
        if task["status"]["state"] in ENDED:
            raise Refusal("UNSUPPORTED_OPERATION", "The task has ended")
        return task

    def change(self, task, state, words=None, message=None, artifacts=()):
        ids = {"taskId": task["id"], "contextId": task["contextId"]}
        said = {"message": agent_message(ids, [{"text": words}])} if words else {}
        at = datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        received = [{**message, **ids}] if message else []
        changed = {**task, "status": {"state": f"TASK_STATE_{state}", "timestamp": at, **said},
                   "history": task["history"] + received, "artifacts": list(artifacts)}
        self.by_id.pop(task["id"], None)
        self.by_id[task["id"]] = changed
        return changed

    def send(self, message):
        texts = [part.get("text") for part in map(as_dict, message["parts"])]
        text = next((text for text in texts if isinstance(text, str)), None)
        if text is None:
            raise Refusal("CONTENT_TYPE_NOT_SUPPORTED", "Send a part with a text")
        state, words, artifacts = run(text)
        with self.lock:
            return self.change(self.begin(message), state, words, message, artifacts)

    def cancel(self, params):
        with self.lock:
            task = self.find(params)
            if task["status"]["state"] in ENDED:
                raise Refusal("TASK_NOT_CANCELABLE", "The task has ended")
            return self.change(task, "CANCELED")

    def list(self, params):
        with self.lock:
            tasks = list(reversed(self.by_id.values()))
        context_id, state, size = params.get("contextId"), params.get("status"), params.get("pageSize", 50)
        if type(size) is not int or not 1 <= size <= 100:
            raise Refusal("INVALID_PARAMS", "pageSize is from 1 to 100")
        found = [task for task in tasks if (not context_id or task["contextId"] == context_id)
                 and (not state or task["status"]["state"] == state)]
        ids = [task["id"] for task in found]
        after = params.get("pageToken")
        if after and after not in ids:
            raise Refusal("INVALID_PARAMS", "pageToken is of no page")
        start = ids.index(after) + 1 if after else 0
        page = found[start:start + size]
        more = start + size < len(found)
        shown = [presented(task, params.get("historyLength"), params.get("includeArtifacts") is True) for task in page]
        return {"tasks": shown, "pageSize": size, "totalSize": len(found),
                "nextPageToken": page[-1]["id"] if more else ""}


def presented(task, history_length=None, with_artifacts=True):
    """A task with as much of its history as was asked for."""
    if history_length is not None and (type(history_length) is not int or history_length < 0):
        raise Refusal("INVALID_PARAMS", "historyLength is a number, 0 or more")
    history = task["history"] if history_length is None else task["history"][-history_length:] if history_length else []
    left_out = {"history"} | (set() if with_artifacts else {"artifacts"})
    rest = {name: value for name, value in task.items() if name not in left_out}
    return {**rest, "history": history} if history else rest


def answer(method, params):
    # ProtoJSON accepts the names of the fields in the proto, too.
    params = {re.sub("_(.)", lambda match: match[1].upper(), name): value for name, value in params.items()}
    if method == "SendMessage":
        return send_message(params)
    if method == "GetTask":
        return presented(TASKS.find(params), params.get("historyLength"))
    if method == "ListTasks":
        return TASKS.list(params)
    if method == "CancelTask":
        return presented(TASKS.cancel(params))
    if "PushNotificationConfig" in method:
        raise Refusal("PUSH_NOTIFICATION_NOT_SUPPORTED", "Push notifications are not supported")
    if method in ("SendStreamingMessage", "SubscribeToTask", "GetExtendedAgentCard"):
        raise Refusal("UNSUPPORTED_OPERATION", "The card does not declare this")
    raise Refusal("METHOD_NOT_FOUND", "Method not found")


def send_message(params):
    message = params.get("message")
    required = isinstance(message, dict) and isinstance(message.get("messageId"), str) and message.get("role")
    ids = [message.get(name) for name in IDS] if required else []
    if not required or any(not isinstance(one, (str, type(None))) for one in ids):
        raise Refusal("INVALID_PARAMS", "A message has a messageId and a role, and ids are texts")
    if not isinstance(message.get("parts"), list) or not message["parts"]:
        raise Refusal("INVALID_PARAMS", "A message has at least one part")
    facts = as_dict(as_dict(message.get("metadata")).get(EXTENSION))
    if facts.get("probe"):
        ids = {"contextId": message.get("contextId") or str(uuid.uuid4())}
        return {"message": agent_message(ids, [{"data": {"probe": facts["probe"]}}])}
    # What the broker says of a message is for us, and no part of the task's history.
    task = TASKS.send({name: value for name, value in message.items() if name in ("messageId", "role", "parts", *IDS)})
    return {"task": presented(task, as_dict(params.get("configuration")).get("historyLength"))}


CARD, TASKS, CHECKS = json.dumps(signed_card()).encode(), Tasks(), Checks(PUBLIC_URL, JWKS_URI)
CARD_HEADERS = {"Cache-Control": "public, max-age=3600", "Last-Modified": formatdate(usegmt=True),
                "ETag": f'"{hashlib.sha256(CARD).hexdigest()}"'}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path != "/.well-known/agent-card.json":
            return self.reply(404, b"{}")
        if self.headers.get("if-none-match") == CARD_HEADERS["ETag"]:
            return self.reply(304, b"", CARD_HEADERS)
        self.reply(200, CARD, CARD_HEADERS)

    def do_POST(self):
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or int(length) > 1 << 20:
            self.close_connection = True
            return self.reply(413 if length.isdecimal() else 411, b"{}")
        body = self.rfile.read(int(length))
        headers = {name.lower(): value for name, value in self.headers.items()}
        fault = CHECKS.fault(headers, body)
        call_id = None
        try:
            if fault:
                raise Refusal("UNAUTHENTICATED", f"The signature of the broker is required: {fault}")
            if headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
                raise Refusal("CONTENT_TYPE_NOT_SUPPORTED", "Send application/json")
            if headers.get("a2a-version") != "1.0":
                raise Refusal("VERSION_NOT_SUPPORTED", "Only version 1.0 is supported")
            try:
                call = as_dict(json.loads(body))
            except (ValueError, RecursionError):
                raise Refusal("PARSE_ERROR", "The body is not JSON")
            call_id, method, params = (call.get(name) for name in ("id", "method", "params"))
            if isinstance(call_id, (dict, list, bool)):
                call_id = None
                raise Refusal("INVALID_REQUEST", "An id is a text or a number")
            if call.get("jsonrpc") != "2.0" or not isinstance(method, str):
                raise Refusal("INVALID_REQUEST", "Send a call of JSON-RPC 2.0, with a method")
            if not isinstance(params, dict):
                raise Refusal("INVALID_PARAMS", "Send params as an object")
            metadata = as_dict(as_dict(params.get("message")).get("metadata"))
            if method == "SendMessage" and as_dict(metadata.get(EXTENSION)).get("provider_agent_id") != AGENT_ID:
                raise Refusal("UNAUTHENTICATED", "The message is for another agent")
            outcome = {"result": answer(method, params)}
        except Refusal as refusal:
            outcome = {"error": refusal.error}
        code = 401 if as_dict(outcome.get("error")).get("code") == ERRORS["UNAUTHENTICATED"] else 200
        self.reply(code, json.dumps({"jsonrpc": "2.0", "id": call_id, **outcome}).encode())

    def reply(self, code, body, headers=None):
        self.send_response(code)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
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
