import os
import stat
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from colloquy import Key

from .vectors import pem


class Keys(unittest.TestCase):
    def test_a_key_that_was_written_is_the_same_when_it_is_loaded(self):
        key = Key.generate()
        again = Key.load(key.pem())
        self.assertEqual(again.fingerprint, key.fingerprint)
        self.assertEqual(again.sign("x", 0), key.sign("x", 0))
        self.assertTrue(key.public_key_pem.startswith("-----BEGIN PUBLIC KEY-----\n"))

    def test_a_file_is_made_once_for_its_owner_alone_and_never_replaced(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "key.pem"
            with ThreadPoolExecutor(4) as threads:
                made = list(threads.map(lambda _: Key.load_or_create(place).fingerprint, range(4)))
            self.assertEqual(len(set(made)), 1)
            self.assertEqual(stat.S_IMODE(place.stat().st_mode), 0o600)
            self.assertEqual(os.listdir(folder), ["key.pem"])
            place.write_bytes(pem("2048"))
            self.assertEqual(Key.load_or_create(place).fingerprint, Key.load(pem("2048")).fingerprint)

    def test_a_device_key_that_was_written_is_the_same_when_it_is_loaded(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder) / "device.pem"
            key = Key.load_or_create(place, generate=Key.generate_device)
            self.assertEqual((key.algorithm, key.key_id), ("EdDSA", key.fingerprint))
            self.assertEqual(Key.load(place.read_bytes()).sign("x"), key.sign("x"))
        self.assertIsNone(Key.load(pem("2048")).key_id)

    def test_what_is_no_key_of_an_agent_is_refused(self):
        from cryptography.hazmat.primitives import serialization as form
        from cryptography.hazmat.primitives.asymmetric import ec

        curve = ec.generate_private_key(ec.SECP384R1())
        text = curve.private_bytes(form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption())
        for given in (text, b"no PEM"):
            with self.assertRaises(ValueError):
                Key.load(given)
