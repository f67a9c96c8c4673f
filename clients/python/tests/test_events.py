import asyncio
import unittest

from colloquy import AsyncClient, Client, Conduct, Key, Problem, Unreachable

from .server import Scripted, refusal
from .vectors import AGENT, pem

KEY = Key.load(pem("2048"))


def beat(cursor, *ids, has_more=False):
    return 200, {"events": [{"id": ident} for ident in ids], "cursor": cursor, "has_more": has_more}


class Events(unittest.TestCase):
    def setUp(self):
        self.saved, self.waits = [], []

    def events(self, server, cursor=None, attempts=1):
        conduct = Conduct(attempts=attempts)
        client = Client(server.url, agent_id=AGENT, key=KEY, sleep=self.waits.append, conduct=conduct)
        return client.events(cursor, save=self.saved.append, every=9)

    def test_the_cursor_is_saved_once_all_events_before_it_were_acted_upon(self):
        with Scripted(beat("1", "a", "b", has_more=True), beat("2"), beat("3", "c"), beat("4")) as server:
            events = self.events(server, "0")
            self.assertEqual([next(events)["id"], self.saved], ["a", []])
            self.assertEqual([next(events)["id"], self.saved], ["b", []])
            self.assertEqual(next(events)["id"], "c")
        self.assertEqual((self.saved, self.waits), (["1", "2"], [9]))
        asked = [request["path"].partition("?")[2] for request in server.requests]
        self.assertEqual(asked, ["cursor=0", "cursor=1", "cursor=2"])

    def test_an_outage_is_waited_out_once_the_server_was_there(self):
        away = refusal(503, "service-unavailable")
        with Scripted(beat("1", "a"), away, None, beat("2", "b")) as server:
            events = self.events(server)
            self.assertEqual([next(events)["id"], next(events)["id"]], ["a", "b"])
            self.assertEqual(self.waits, [9, 9, 9])
        with Scripted(None) as server, self.assertRaises(Unreachable):
            next(self.events(server))

    def test_a_refusal_ends_the_loop(self):
        with Scripted(beat("1", "a"), refusal(400, "invalid-cursor")) as server:
            events = self.events(server)
            next(events)
            with self.assertRaises(Problem):
                next(events)

    def test_the_asynchronous_loop_does_the_same(self):
        async def save(cursor):
            self.saved.append(cursor)

        async def sleep(seconds):
            self.waits.append(seconds)

        async def play(url):
            client = AsyncClient(url, agent_id=AGENT, key=KEY, sleep=sleep, conduct=Conduct(attempts=1))
            seen = []
            async for event in client.events(save=save, every=9):
                seen.append(event["id"])
                if event["id"] == "b":
                    return seen

        with Scripted(beat("1", "a"), None, beat("2", "b")) as server:
            self.assertEqual(asyncio.run(play(server.url)), ["a", "b"])
        self.assertEqual((self.saved, self.waits), (["1"], [9, 9]))
