import asyncio
import base64
import json
import unittest

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

from colloquy import AsyncClient, Client, Key

from .server import Scripted
from .vectors import AGENT, pem

KEY = Key.load(pem("2048"))


def challenge(number, **more):
    tasks = [{"type": "transformation", "instruction": f"{number}", "input": [1.0], "schema": {}}]
    return {"challenge_id": f"id-{number}", "tasks": tasks, **more}


def again(number):
    problem = {"type": "https://example.org/errors/challenge-failed-retry", "status": 429, **challenge(number)}
    return (429, problem)


def is_signed(request):
    sent = json.loads(request["body"])
    signature = base64.b64decode(sent.pop("signature"), validate=True)
    text = json.dumps(sent, separators=(",", ":"), ensure_ascii=False).encode("utf-8")
    public = serialization.load_pem_public_key(KEY.public_key_pem.encode("ascii"))
    scheme = padding.PSS(padding.MGF1(hashes.SHA256()), padding.PSS.AUTO)
    public.verify(signature, text, scheme, hashes.SHA256())
    return list(sent) == ["challenge_id", "responses", "timestamp_ms"] and sent["challenge_id"]


class Enrolling(unittest.TestCase):
    def test_tasks_are_solved_again_until_the_server_has_no_next_ones(self):
        seen = []

        def solve(tasks):
            seen.append(tasks[0]["instruction"])
            return ["ß", 1e-7]

        with Scripted((202, challenge(1)), again(2), (201, {"agent_id": AGENT})) as server:
            client = Client.enroll(server.url, KEY, handle="test-ada", name="Ada", solve=solve)
        self.assertEqual(client.agent_id, AGENT)
        self.assertEqual(seen, ["1", "2"])
        self.assertEqual([is_signed(request) for request in server.requests[1:]], ["id-1", "id-2"])

    def test_an_asynchronous_client_awaits_the_responses(self):
        async def solve(tasks):
            return [tasks[0]["input"]]

        with Scripted((202, challenge(1)), (201, {"agent_id": AGENT})) as server:
            enrolling = AsyncClient.enroll(server.url, KEY, handle="test-ada", name="Ada", solve=solve)
            self.assertEqual(asyncio.run(enrolling).agent_id, AGENT)
        self.assertEqual(json.loads(server.requests[1]["body"])["responses"], [[1.0]])

    def test_who_cannot_solve_tasks_is_told_so(self):
        with Scripted((202, challenge(1))) as server, self.assertRaisesRegex(TypeError, "solve"):
            Client.enroll(server.url, KEY, handle="test-ada", name="Ada")
