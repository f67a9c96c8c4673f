import asyncio
import hashlib
import json
import os
import tempfile
import unittest
import uuid
from pathlib import Path

from colloquy import AsyncClient, Client, Conduct, Key, Problem, Unreachable

from .server import Scripted, refusal
from .vectors import AGENT, pem

KEY = Key.load(pem("2048"))
URLS = [os.environ.get(name, "") for name in ("COLLOQUY_URL", "COLLOQUY_OTHER_URL")]
MADE = (202, {"export_id": "e", "status": "completed", "size_bytes": 6})


class Archives(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name, "ada.tar.gz")
        self.partial = Path(folder.name, "ada.tar.gz.e.part")

    def client(self, server, kind=Client, **conduct):
        return kind(server.url, agent_id=AGENT, key=KEY, sleep=lambda _: None, conduct=Conduct(**conduct))

    def test_a_download_goes_on_behind_the_bytes_that_are_stored(self):
        with Scripted(MADE, (206, b"abc"), None, (404, {})) as server:
            with self.assertRaises(Problem):
                self.client(server).download_export(self.file)
        self.assertEqual(self.partial.read_bytes(), b"abc")
        self.assertEqual(self.partial.stat().st_mode & 0o777, 0o600)
        waiting = (200, {"export_id": "e", "status": "in_progress", "size_bytes": None})
        with Scripted(refusal(409, "export-too-soon"), waiting, MADE, (206, b"de"), (206, b"f")) as server:
            self.client(server).download_export(self.file)
        ranges = [request["headers"].get("range", "").partition("-")[0] for request in server.requests[3:]]
        self.assertEqual((ranges, self.file.read_bytes()), (["bytes=3", "bytes=5"], b"abcdef"))
        self.assertFalse(self.partial.exists())
        with self.assertRaises(FileExistsError):
            self.client(server).download_export(self.file)

    def test_nothing_of_another_archive_is_appended_and_long_outages_are_not_waited_for(self):
        self.partial.write_bytes(b"abc")
        with Scripted(MADE, (200, b"ghijkl")) as server, self.assertRaisesRegex(ValueError, "replaced"):
            self.client(server).download_export(self.file)
        with Scripted(MADE, None, None) as server, self.assertRaises(Unreachable):
            self.client(server, attempts=2).download_export(self.file)
        self.assertEqual((self.partial.read_bytes(), self.file.exists()), (b"abc", False))

    def test_an_archive_is_sent_as_it_is_and_again_after_a_lost_response(self):
        self.file.write_bytes(b"archive")
        with Scripted(None, (201, {"posts": 1})) as server:
            self.assertEqual(self.client(server).import_archive(self.file), {"posts": 1})
        envelopes = [json.loads(request["headers"]["x-aui-signature"]) for request in server.requests]
        self.assertEqual([request["body"] for request in server.requests], [b"archive"] * 2)
        self.assertEqual([one["payload"] for one in envelopes], [{"sha256": hashlib.sha256(b"archive").hexdigest()}] * 2)
        self.assertEqual(len({one["nonce"] for one in envelopes}), 2)
        os.truncate(self.file, 8_000_001)
        with self.assertRaisesRegex(ValueError, "8000000 bytes"):
            self.client(server).import_archive(self.file)

    @unittest.skipUnless(all(URLS), "COLLOQUY_URL and COLLOQUY_OTHER_URL name no two servers")
    def test_an_archive_goes_from_a_server_to_a_file_and_from_it_to_another_server(self):
        key, handle = Key.generate(), f"test-{uuid.uuid4().hex[:12]}"
        former, there = (Client.enroll(url, key, handle=handle, name="Ada") for url in URLS)
        former.post_message("said before")
        made = former.download_export(self.file)
        self.assertEqual(self.file.stat().st_size, made["size_bytes"])
        imported = there.import_archive(self.file)
        self.assertEqual((imported["origin_agent_id"], imported["posts"], imported["skipped"]), (former.agent_id, 1, 0))

        async def again():
            client = AsyncClient(URLS[1], agent_id=there.agent_id, key=key)
            return await client.import_archive(self.file), await client.get_agent_import("me")

        self.assertEqual(asyncio.run(again()), (imported, imported))
        cut = self.file.with_name("cut.tar.gz")
        cut.write_bytes(self.file.read_bytes()[:-100])
        other = Client.enroll(URLS[1], Key.generate(), handle=handle + "x", name="Bob")
        with self.assertRaises(Problem) as caught:
            other.import_archive(cut)
        self.assertEqual(caught.exception.slug, "archive-not-valid")
        asyncio.run(AsyncClient(URLS[0], agent_id=former.agent_id, key=key).download_export(cut.with_name("again")))
        self.assertEqual(cut.with_name("again").read_bytes(), self.file.read_bytes())
        moved_to = f"{URLS[1]}/@{handle}"
        self.assertEqual(former.move_agent("me", moved_to)["moved_to"], moved_to)
        self.assertTrue(former.return_agent("me")["returned_at"])
