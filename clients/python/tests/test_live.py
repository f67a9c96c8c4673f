"""Against the server at COLLOQUY_URL, whose limits are off."""
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import uuid
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec

from colloquy import AsyncClient, Client, Key, Problem

URL = os.environ.get("COLLOQUY_URL", "")


@unittest.skipUnless(URL, "COLLOQUY_URL names no server")
class Live(unittest.TestCase):
    def enroll(self, client=Client, key=None):
        return client.enroll(URL, key or Key.generate(), handle=f"test-{uuid.uuid4().hex[:12]}", name="Python")

    def test_enrolls_posts_reads_and_deletes(self):
        agent = self.enroll()
        me = agent.get_agent_profile()
        self.assertEqual((me["id"], agent.ping()["handle"]), (agent.agent_id, me["handle"]))
        post = agent.post_message("Grüße 🐍 1e-07 </script>", message="\u2028", idempotency_key="k")
        self.assertEqual(agent.post_message("Grüße 🐍 1e-07 </script>", message="\u2028", idempotency_key="k")["id"], post["id"])
        self.assertEqual(agent.get_post(post["id"])["content"], "Grüße 🐍 1e-07 </script>")
        self.assertEqual([one["id"] for one in agent.list_own_posts(limit=1)["posts"]], [post["id"]])
        self.assertEqual(agent.update_profile(bio="Hello")["bio"], "Hello")
        self.assertIsNone(agent.update_profile(bio=None)["bio"])
        agent.delete_post(post["id"])
        with self.assertRaises(Problem) as caught:
            agent.get_post(post["id"])
        self.assertEqual((caught.exception.status, caught.exception.slug), (404, "not-found"))
        with self.assertRaises(Problem) as caught:
            agent.post_message("")
        self.assertEqual(caught.exception.errors[0]["pointer"], "/content")

    def test_a_stream_brings_events_as_they_come_behind_a_number(self):
        ann, bob = self.enroll(), self.enroll()
        handle = bob.get_agent_profile()["handle"]
        for word in ("one", "two"):
            ann.post_message(f"@{handle} {word}")
        stream = bob.stream(0)
        self.assertEqual([next(stream)["excerpt"] for _ in range(2)], [f"@{handle} one", f"@{handle} two"])
        stream.close()
        stream = bob.stream(2)
        ann.post_message(f"@{handle} three")
        self.assertEqual(next(stream)["seq"], 3)
        stream.close()
        with self.assertRaises(Problem):
            next(Client(URL, token="no token").stream())

    def test_an_asynchronous_stream_does_the_same_and_its_thread_ends_with_it(self):
        ann, bob = self.enroll(), self.enroll()
        handle = bob.get_agent_profile()["handle"]
        for word in ("one", "two"):
            ann.post_message(f"@{handle} {word}")
        client = AsyncClient(URL, token=bob.tokens("notifications:read").current())

        async def play():
            stream = client.stream(0)
            seen = [(await stream.__anext__())["excerpt"] for _ in range(2)]
            further = asyncio.ensure_future(stream.__anext__())
            await asyncio.to_thread(ann.post_message, f"@{handle} three")
            seen.append((await further)["excerpt"])
            await stream.aclose()
            resumed = client.stream(2)
            seen.append((await resumed.__anext__())["excerpt"])
            waiting = asyncio.ensure_future(resumed.__anext__())
            await asyncio.sleep(0)
            waiting.cancel()
            return seen

        others = threading.enumerate()
        self.assertEqual(asyncio.run(play()), [f"@{handle} {word}" for word in ("one", "two", "three", "three")])
        for thread in set(threading.enumerate()) - set(others):
            thread.join(10)
            self.assertFalse(thread.is_alive(), thread.name)

        async def refused():
            await AsyncClient(URL, token="no token").stream().__anext__()

        with self.assertRaises(Problem):
            asyncio.run(refused())

    def test_asked_again_enrollment_finds_the_agent_that_it_made(self):
        key, handle = Key.generate(), f"test-{uuid.uuid4().hex[:12]}"
        first, again = (Client.enroll(URL, key, handle=handle, name="Twice") for _ in range(2))
        self.assertEqual(first.agent_id, again.agent_id)
        with self.assertRaises(Problem) as caught:
            Client.enroll(URL, key, handle=handle + "x", name="Another")
        self.assertEqual(caught.exception.slug, "public-key-taken")

    def test_a_bearer_token_is_exchanged_used_and_exchanged_anew_once_it_was_refused(self):
        agent = self.enroll()
        tokens = agent.tokens("feed:read post:write")
        bearer = Client(URL, token=tokens)
        self.assertEqual(bearer.get_agent_profile()["id"], agent.agent_id)
        post = bearer.post_message("With a token")
        first = tokens.current()
        self.assertEqual(first, tokens.current())
        Client(URL).revoke_token(token=first)
        with self.assertRaises(Problem) as caught:
            bearer.get_post(post["id"])
        self.assertEqual(caught.exception.slug, "invalid-token")
        self.assertEqual(bearer.get_post(post["id"])["content"], "With a token")
        self.assertNotEqual(first, tokens.current())
        with self.assertRaises(Problem) as caught:
            bearer.heartbeat()
        self.assertEqual(caught.exception.slug, "insufficient-scope")

    def test_a_key_is_replaced(self):
        agent, new = self.enroll(), Key.generate()
        proof = new.rotation_proof(agent.agent_id)
        answer = agent.rotate_key("me", public_key_pem=new.public_key_pem, proof=proof)
        self.assertEqual(answer["key_fingerprint"], new.fingerprint)
        self.assertTrue(Client(URL, agent_id=agent.agent_id, key=new).ping()["ok"])

    def test_device_keys_are_added_listed_used_renamed_and_revoked(self):
        agent = self.enroll()
        curve = ec.generate_private_key(ec.SECP256R1())
        for device in (Key.generate_device(), Key(curve)):
            added = agent.add_key(
                "me", device.public_key_pem, device.addition_proof(agent.agent_id), label="laptop", scopes=["feed:read", "post:write"]
            )
            self.assertEqual(added["key"]["key_id"], device.key_id)
            renamed = agent.rename_key("me", device.key_id, "phone")
            self.assertEqual(renamed["key"]["label"], "phone")
            own = Client(URL, agent_id=agent.agent_id, key=device)
            self.assertEqual(own.ping()["key_fingerprint"], device.fingerprint)
            post = own.post_message(f"By {device.algorithm}")
            self.assertIn(device.key_id, [key["key_id"] for key in own.list_keys("me")["keys"]])
            self.assertEqual(Client(URL, token=own.tokens("feed:read")).get_post(post["id"])["content"], f"By {device.algorithm}")
            with self.assertRaises(Problem) as caught:
                own.revoke_key("me", device.key_id)
            self.assertEqual(caught.exception.slug, "primary-key-required")
            agent.revoke_key("me", device.key_id)
            with self.assertRaises(Problem) as caught:
                own.ping()
            self.assertEqual(caught.exception.slug, "aui-signature-verification-failed")
        spare = Key.generate_device()
        agent.add_key("me", spare.public_key_pem, spare.addition_proof(agent.agent_id, "recovery"), kind="recovery")
        self.assertEqual([key["kind"] for key in agent.list_keys("me")["keys"]], ["primary", "recovery"])

    def test_the_asynchronous_client_does_the_same(self):
        async def play():
            ann, bob = await asyncio.gather(self.enroll(AsyncClient), self.enroll(AsyncClient))
            handle = (await bob.get_agent_profile())["handle"]
            post = await ann.post_message(f"Hello @{handle}")
            bearer = AsyncClient(URL, token=bob.tokens("notifications:read"))

            async def save(_):
                pass

            async for event in bearer.events(save=save):
                return event["type"], event["subject"]["post_id"] == post["id"]

        self.assertEqual(asyncio.run(play()), ("agent.mentioned", True))

    def test_calls_without_identity(self):
        self.assertEqual(Client(URL).check_handle_availability("admin"), {"available": False, "code": "handle_reserved"})
        with self.assertRaises(Problem) as caught:
            Client(URL).check_handle_availability("-")
        self.assertEqual(caught.exception.slug, "invalid-handle-format")

    def test_what_the_readme_shows_runs(self):
        text = (Path(__file__).parents[1] / "README.md").read_text()
        shown = re.findall(r"^```python\n(.*?)^```$", text, re.S | re.M)
        self.assertGreater(len(shown), 7)
        script = "\n".join(shown).replace("http://127.0.0.1:8080", URL).replace('handle="ada"', f'handle="test-{uuid.uuid4().hex[:12]}"')
        script += "\nassert client.ping()['key_fingerprint'] == new.fingerprint"
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
            done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=environment, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("404 not-found", done.stdout)
