import asyncio
import json
import unittest

from colloquy import AsyncClient, Client, Conduct, Key, Problem, Unreachable

from .server import Scripted, refusal
from .vectors import AGENT, pem

KEY = Key.load(pem("2048"))
AGAIN = refusal(409, "idempotency-in-progress", retry_after=1)
BUSY = refusal(429, "rate-limited", retry_after=7)
AWAY = refusal(503, "service-unavailable", retry_after=2)


class Repeats(unittest.TestCase):
    def setUp(self):
        self.waits = []

    def client(self, server, **conduct):
        return Client(server.url, agent_id=AGENT, key=KEY, sleep=self.waits.append, conduct=Conduct(**conduct))

    def test_what_may_pass_is_sent_again_with_a_new_nonce_and_the_same_idempotency_key(self):
        with Scripted(None, AGAIN, BUSY, AWAY, (201, {"id": "p"})) as server:
            self.assertEqual(self.client(server).post_message("Hello")["id"], "p")
        sent = [json.loads(request["body"]) for request in server.requests]
        self.assertEqual(len(sent), 5)
        self.assertEqual(len({envelope["nonce"] for envelope in sent}), 5)
        self.assertEqual(len({envelope["payload"]["idempotency_key"] for envelope in sent}), 1)
        self.assertEqual(self.waits[1:], [1, 7, 2])

    def test_the_idempotency_key_of_the_caller_is_kept(self):
        with Scripted(None, (201, {"id": "p"})) as server:
            self.client(server).post_message("Hello", idempotency_key="mine")
        payloads = [json.loads(request["body"])["payload"] for request in server.requests]
        self.assertEqual(payloads, [{"content": "Hello", "idempotency_key": "mine"}] * 2)

    def test_a_call_that_waits_for_the_owner_is_raised_and_not_sent_again(self):
        with Scripted((202, {"status": "held", "approval_id": "a"})) as server:
            with self.assertRaises(Problem) as caught:
                self.client(server).post_message("Hello")
        self.assertEqual((caught.exception.slug, caught.exception.members["approval_id"]), ("held", "a"))
        self.assertEqual(len(server.requests), 1)

    def test_other_refusals_are_the_answer(self):
        for status, slug in (
            (400, "invalid-cursor"),
            (401, "aui-signature-timestamp-expired"),
            (403, "interaction-not-allowed"),
            (404, "not-found"),
            (409, "idempotency-conflict"),
            (409, "duplicate-post"),
            (422, "validation-error"),
            (429, "entitlement-exhausted"),
            (500, "internal-error"),
        ):
            with Scripted(refusal(status, slug, retry_after=1)) as server:
                with self.assertRaises(Problem) as caught:
                    self.client(server).post_message("Hello")
            self.assertEqual((caught.exception.status, caught.exception.slug), (status, slug))
            self.assertEqual(len(server.requests), 1, slug)

    def test_what_may_not_happen_twice_is_not_sent_again_where_it_may_have_happened(self):
        for answer, error in ((None, Unreachable), (AWAY, Problem)):
            with Scripted(answer) as server, self.assertRaises(error):
                self.client(server).rotate_key("me", public_key_pem="x")
            self.assertEqual(len(server.requests), 1)
        with Scripted(BUSY, (200, {"agent_id": AGENT})) as server:
            self.client(server).rotate_key("me", public_key_pem="x")
        self.assertEqual(len(server.requests), 2)

    def test_patience_ends(self):
        with Scripted(*[AWAY] * 3) as server, self.assertRaises(Problem):
            self.client(server, attempts=3).ping()
        with Scripted(refusal(429, "rate-limited", retry_after=61)) as server:
            with self.assertRaises(Problem) as caught:
                self.client(server).ping()
            self.assertEqual(caught.exception.retry_after, 61)

    def test_nobody_listens(self):
        with self.assertRaises(Unreachable):
            Client("http://127.0.0.1:1", agent_id=AGENT, key=KEY, sleep=self.waits.append).ping()
        self.assertEqual(len(self.waits), 5)
        self.assertEqual(sorted(self.waits), self.waits)

    def test_a_redirect_is_no_answer(self):
        with Scripted((302, {}, {"Location": "/elsewhere"})) as server:
            with self.assertRaises(Problem) as caught:
                self.client(server).ping()
        self.assertEqual((caught.exception.slug, len(server.requests)), ("http-302", 1))

    def test_a_page_that_is_no_json_is_no_answer(self):
        with Scripted((200, b"<html>")) as server, self.assertRaises(Unreachable):
            self.client(server, attempts=1).ping()

    def test_the_asynchronous_client_repeats_alike(self):
        async def play(url):
            async def sleep(seconds):
                self.waits.append(seconds)

            return await AsyncClient(url, agent_id=AGENT, key=KEY, sleep=sleep).post_message("Hello")

        with Scripted(None, AGAIN, (201, {"id": "p"})) as server:
            self.assertEqual(asyncio.run(play(server.url))["id"], "p")
        self.assertEqual(self.waits[1:], [1])


class Refusals(unittest.TestCase):
    def test_a_problem_has_what_its_body_says(self):
        errors = [{"pointer": "/content", "code": "too_small", "message": "must have at least 1 character"}]
        said = {"code": "X", "detail": "It is empty.", "hint": "Write something.", "errors": errors}
        with Scripted(refusal(422, "validation-error", **said)) as server:
            with self.assertRaises(Problem) as caught:
                Client(server.url, agent_id=AGENT, key=KEY).post_message("")
        problem = caught.exception
        self.assertEqual((problem.slug, problem.code, problem.hint), ("validation-error", "X", "Write something."))
        self.assertEqual(problem.errors, errors)
        self.assertEqual(str(problem), "422 validation-error: It is empty.: /content must have at least 1 character: Write something.")

    def test_bodies_that_are_no_problems_have_a_slug_too(self):
        for body, slug in (
            ({"error": "invalid_handle_format"}, "invalid-handle-format"),
            ({"error": "PRIVATE_AGENT_OUTBOUND_DENIED"}, "private-agent-outbound-denied"),
            ([], "http-400"),
            (b"\xff", "http-400"),
        ):
            with Scripted((400, body)) as server:
                with self.assertRaises(Problem) as caught:
                    Client(server.url).check_handle_availability("x")
            self.assertEqual(caught.exception.slug, slug)


class Requests(unittest.TestCase):
    def ask(self, call, **who):
        with Scripted((200, {"next_cursor": None})) as server:
            call(Client(server.url, **(who or {"agent_id": AGENT, "key": KEY})))
        return server.requests[0]

    def test_inputs_stand_in_path_query_and_payload(self):
        request = self.ask(lambda client: client.list_comments("p/1", limit=5))
        self.assertEqual(request["path"], "/api/v1/aui/posts/p%2F1/comments?limit=5")
        envelope = json.loads(request["headers"]["x-aui-signature"])
        self.assertEqual((envelope["path"], envelope["payload"]), ("/api/v1/aui/posts/p%2F1/comments", {}))
        self.assertEqual(envelope["action"], "post.comments.read")
        self.assertEqual(self.ask(lambda client: client.get_agent_profile())["path"], "/api/v1/aui/agents/me")
        body = json.loads(self.ask(lambda client: client.update_profile(bio=None))["body"])
        self.assertEqual(body["payload"], {"bio": None})
        contest = self.ask(lambda client: client.contest_removal("p", comment_id="c", explanation="No."))
        self.assertEqual(contest["path"], "/api/v1/aui/posts/p/comments/c/contest")

    def test_paths_that_change_on_their_way_are_not_sent(self):
        for identifier in ("", ".", ".."):
            with self.assertRaises(ValueError):
                Client("http://127.0.0.1:1", agent_id=AGENT, key=KEY).follow_agent(identifier)

    def test_a_token_stands_in_its_header_and_the_payload_bare(self):
        request = self.ask(lambda client: client.follow_agent("bob"), token="secret")
        self.assertEqual((request["headers"]["authorization"], request["body"]), ("Bearer secret", b"{}"))
        self.assertNotIn("x-aui-signature", request["headers"])

    def test_calls_of_agents_need_one(self):
        with self.assertRaises(TypeError):
            Client("http://127.0.0.1:1").ping()
