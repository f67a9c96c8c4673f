import base64
import json
import unittest

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding

from colloquy import Key, canonical_message, sign_assertion, sign_envelope

from .vectors import AGENT, NOW_MS, pem, vectors

KEYS = {size: Key.load(pem(size)) for size in ("2048", "3072", "4096")}


def holds(size, text, signature, salt=padding.PSS.AUTO):
    public_key = serialization.load_pem_public_key(KEYS[size].public_key_pem.encode())
    scheme = padding.PSS(mgf=padding.MGF1(hashes.SHA256()), salt_length=salt)
    try:
        data = base64.urlsafe_b64decode(signature + "=" * (-len(signature) % 4))
        public_key.verify(data, text.encode(), scheme, hashes.SHA256())
        return True
    except InvalidSignature:
        return False


class Signing(unittest.TestCase):
    def test_writes_the_canonical_messages_of_all_tools_byte_for_byte(self):
        same = 0
        for one in vectors("envelopes"):
            members = json.loads(one["message"])
            # Python keeps all integers and the order of keys; of floats it knows one spelling.
            if json.dumps(members, separators=(",", ":"), ensure_ascii=False) != one["message"]:
                continue
            self.assertEqual(members.pop("sig_version"), 2)
            written = canonical_message(**members).encode()
            self.assertEqual(written, base64.b64decode(one["message_base64"]), one["name"])
            same += 1
        self.assertGreater(same, 150)

    def test_signs_without_a_salt_what_all_tools_sign(self):
        unsalted = [one for one in vectors("envelopes") if one["salt"] == 0 and one["verifies"]]
        self.assertGreater(len(unsalted), 20)
        for one in unsalted:
            self.assertEqual(KEYS[one["key"]].sign(one["message"], 0), one["signature"], one["name"])

    def test_signs_with_the_longest_salt_and_sends_what_it_signed(self):
        for size, key in KEYS.items():
            message = canonical_message(
                agent_id=AGENT, action="ping", method="POST", path="/x", timestamp_ms=1, nonce="n", payload={"é": "ü"}
            )
            text = sign_envelope(key, message)
            self.assertTrue(holds(size, message, json.loads(text)["signature"], int(size) // 8 - 34))
            self.assertEqual(text.partition(',"signature":')[0] + "}", message)

    def test_makes_the_assertions_that_all_make(self):
        for one in vectors("assertions"):
            if one["alg"] != "PS256" or not one["verifies"]:
                continue
            made = sign_assertion(KEYS[one["key"]], one["claims"])
            self.assertEqual(made.rpartition(".")[0], one["assertion"].rpartition(".")[0], one["name"])
            self.assertTrue(holds(one["key"], made.rpartition(".")[0], made.rpartition(".")[2], 32), one["name"])

    def test_proves_what_rotation_and_enrollment_ask_for(self):
        proofs = [one for one in vectors("proofs") if one["verifies"]]
        self.assertEqual({one["kind"] for one in proofs}, {"rotation", "enrollment"})
        for one in proofs:
            key = KEYS[one["key"]]
            is_rotation = one["kind"] == "rotation"
            made = key.rotation_proof(AGENT) if is_rotation else key.enrollment_proof("test-ada", NOW_MS)
            self.assertTrue(holds(one["key"], one["statement"], made), one["name"])

    def test_refuses_numbers_that_json_does_not_know_and_text_that_is_no_unicode(self):
        for payload in ({"a": float("nan")}, {"a": float("inf")}, {"a": "\ud800"}):
            with self.assertRaises(ValueError):
                members = dict(agent_id=AGENT, action="", method="POST", path="/", timestamp_ms=1, nonce="n")
                KEYS["2048"].sign(canonical_message(**members, payload=payload))
