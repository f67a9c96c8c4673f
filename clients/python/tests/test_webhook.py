import base64
import hashlib
import hmac
import json
import unittest

from colloquy import InvalidDelivery, verify_delivery

RAW = bytes(range(32))
SECRET = "whsec_" + base64.b64encode(RAW).decode()
OTHER = "whsec_" + base64.b64encode(bytes(32)).decode()
NOW = 1_760_000_000
SENT = {"agent_id": "a", "api_version": 1, "event_id": "e", "event_type": "agent.mentioned", "payload": {"x": "ü"}}
BODY = json.dumps(SENT, separators=(",", ":"), ensure_ascii=False).encode()


def service(body=BODY, secret=SECRET, t=NOW):
    mac = hmac.new(secret.encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest()
    return {"X-Service-Signature": f"t={t},v1={mac}"}


def standard(body=BODY, raw=RAW, t=NOW, before=""):
    mac = base64.b64encode(hmac.new(raw, f"e.{t}.".encode() + body, hashlib.sha256).digest()).decode()
    return {"webhook-id": "e", "webhook-timestamp": str(t), "webhook-signature": f"{before}v1,{mac}"}


class Deliveries(unittest.TestCase):
    def test_both_forms_hold(self):
        for headers in (service(), standard(), {**service(), **standard()}):
            self.assertEqual(verify_delivery(headers, BODY, SECRET, now=NOW), SENT)

    def test_while_a_secret_is_exchanged_either_serves(self):
        stale = "v1," + base64.b64encode(bytes(32)).decode() + " v2,x "
        self.assertEqual(verify_delivery(standard(before=stale), BODY, [OTHER, SECRET], now=NOW), SENT)
        self.assertEqual(verify_delivery(service(), BODY, [OTHER, SECRET], now=NOW), SENT)

    def test_five_minutes_are_fresh(self):
        for headers in (service, standard):
            for away in (-300, 300):
                self.assertEqual(verify_delivery(headers(t=NOW + away), BODY, SECRET, now=NOW), SENT)
            for away in (-301, 301):
                with self.assertRaises(InvalidDelivery):
                    verify_delivery(headers(t=NOW + away), BODY, SECRET, now=NOW)

    def test_what_was_not_signed_so_is_refused(self):
        nothing = {"X-Service-Signature": f"t={NOW}"}
        odd = [f"t={NOW},v1=", f"t={NOW},v1=zz", "v1=00", f"t=-{NOW},v1=00", "", "t=é,v1=00", f"t={NOW}.0,v1=00"]
        headers = [{}, nothing, *({"x-service-signature": one} for one in odd), service(secret=OTHER)]
        headers += [standard(raw=bytes(32)), {**standard(), "webhook-id": "f"}, {**standard(), "webhook-signature": "v1,*"}]
        headers += [{**standard(), "webhook-timestamp": str(NOW + 1)}, {**service(), "webhook-signature": "v1,AA=="}]
        for one in headers:
            with self.assertRaises(InvalidDelivery, msg=str(one)):
                verify_delivery(one, BODY, SECRET, now=NOW)
        for form in (service, standard):
            with self.assertRaises(InvalidDelivery):
                verify_delivery(form(), BODY + b" ", SECRET, now=NOW)
            with self.assertRaises(InvalidDelivery):
                verify_delivery(form(b"no JSON"), b"no JSON", SECRET, now=NOW)
            with self.assertRaises(InvalidDelivery):
                verify_delivery(form(), BODY, [], now=NOW)
