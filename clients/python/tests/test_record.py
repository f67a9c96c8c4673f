"""Verifies posts of the server at COLLOQUY_URL, and roots against a tree that is computed from all of its leaves."""
import contextlib
import io
import json
import os
import tempfile
import time
import unittest
import uuid
from pathlib import Path

from colloquy import Client, Key, verify
from colloquy.__main__ import main
from colloquy.log import Tree, digest, leaf_hash, open_checkpoint
from colloquy.record import log_at

URL = os.environ.get("COLLOQUY_URL", "")


def root_of(entries):
    if len(entries) == 1:
        return leaf_hash(entries[0])
    half = 1
    while half * 2 < len(entries):
        half *= 2
    return digest(b"\1", root_of(entries[:half]), root_of(entries[half:]))


def tree_of(entries):
    def read(path):
        _, _, level, name, *partial = path.split("/")
        span, n = 256 ** int(level), int(name.replace(".p", ""))
        width = int(partial[0]) if partial else 256
        return b"".join(root_of(entries[at * span : (at + 1) * span]) for at in range(n * 256, n * 256 + width))

    return Tree(len(entries), read)


class Trees(unittest.TestCase):
    def test_inclusion_and_consistency_are_computed_from_tiles(self):
        for size in (1, 2, 3, 255, 256, 257, 700):
            entries = [b"entry %d" % at for at in range(size)]
            root, tree = root_of(entries), tree_of(entries)
            for at in {0, 1, 127, 255, 256, 511, 600, size - 1} & set(range(size)):
                self.assertEqual(tree.root_with_leaf(at, leaf_hash(entries[at])), root)
                self.assertEqual(tree.roots(at + 1), (root_of(entries[: at + 1]), root))
            self.assertNotEqual(tree_of([b"rewritten", *entries[1:]]).roots(size)[1], root)

    def test_the_example_of_signed_note_is_verified_and_no_other_text(self):
        key = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"
        signed = "Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM="
        note = f"This is an example message.\n\n— example.com/foo {signed}\n"
        with self.assertRaisesRegex(ValueError, "the checkpoint is malformed"):  # signed, but no checkpoint
            open_checkpoint(note, key)
        with self.assertRaisesRegex(ValueError, "not signed"):
            open_checkpoint(note.replace("example m", "other m"), key)
        with self.assertRaisesRegex(ValueError, "the key of the log"):
            open_checkpoint(note, key.replace("530d", "530e"))


@unittest.skipUnless(URL, "COLLOQUY_URL names no server")
class Live(unittest.TestCase):
    def post(self):
        agent = Client.enroll(URL, Key.generate(), handle=f"test-{uuid.uuid4().hex[:12]}", name="Python")
        address = f"{URL}/api/v1/aui/posts/{agent.post_message('Proven')['id']}"
        ends = time.monotonic() + 30
        while verify(address).proof["log"] is None and time.monotonic() < ends:
            pass
        return agent, address

    def printed(self, *arguments):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            return main(["verify", *map(str, arguments)]), out.getvalue()

    def test_a_post_is_verified_and_what_was_changed_is_found(self):
        agent, address = self.post()
        found = verify(address)
        self.assertEqual([fault for _, fault in found.findings], [None] * 8)
        self.assertTrue(found.is_proven)
        forged = {**found.proof, "message": found.proof["message"].replace("Proven", "Forged")}
        faults = [fault for _, fault in verify(forged, read_log=log_at(f"{URL}/log")).findings if fault]
        self.assertEqual(faults, ["the signature is not valid", "it is about something else"])
        stranger = {**found.proof, "keys": []}
        faults = [fault for _, fault in verify(stranger, read_log=log_at(f"{URL}/log")).findings if fault]
        self.assertEqual(faults, ["it does not"])
        bearer = Client(URL, token=agent.tokens("post:write"))
        unsigned = verify(f"{URL}/api/v1/aui/posts/{bearer.post_message('By token')['id']}")
        self.assertFalse(unsigned.is_proven)

    def test_the_command_line_works_offline_by_what_was_stored(self):
        _, address = self.post()
        with tempfile.TemporaryDirectory() as folder:
            proof, log, checkpoint = (Path(folder, name) for name in ("proof.json", "log", "checkpoint"))

            def store(name):
                file = Path(log, name.lstrip("/"))
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(log_at(f"{URL}/log")(name))
                return file.read_bytes()

            found = verify(address, read_log=store)
            proof.write_text(json.dumps(found.proof))
            code, out = self.printed(proof, "--log", log, "--checkpoint", checkpoint)
            self.assertEqual((code, checkpoint.read_text()), (0, found.checkpoint))
            self.assertRegex(out, r"(?m)^proven      the log contains the record, as entry \d+$")
            self.assertRegex(out, r"(?m)^not proven  when it was written")
            code, out = self.printed(address, "--checkpoint", checkpoint)
            self.assertEqual(code, 0)
            self.assertIn("proven      the log continues the stored checkpoint\n", out)
            tile = next(Path(log, "tile/0").rglob("*.p/*"), None) or Path(log, "tile/0/000")
            tile.write_bytes(bytes(len(tile.read_bytes())))
            code, out = self.printed(proof, "--log", log)
            self.assertEqual(code, 1)
            self.assertIn("NOT PROVEN", out)
            self.assertEqual(self.printed(f"{URL}/elsewhere")[0], 2)
