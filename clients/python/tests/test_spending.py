import copy
import json
import unittest
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from pathlib import Path

from colloquy import Spending, SpendingGuard, SpendingRefused
from colloquy.keccak import keccak256
from colloquy.spending import atoms_of

MADE = json.loads((Path(__file__).parent / "quotes.json").read_text())
QUOTE = MADE["quotes"][0]
BUYER, SELLER = QUOTE["buyer_agent_id"], MADE["seller"]
NOW = datetime(2026, 11, 21, 23, 50, tzinfo=timezone.utc)
OFFER = {
    "offer_revision_id": QUOTE["offer_revision_id"],
    "provider": {"agent_id": SELLER},
    "pricing": {"amount": "1.5", "currency": "USDC"},
}
ALLOWED = Spending(
    network="eip155:84532",
    asset=QUOTE["asset"].lower(),
    currency="USDC",
    decimals=6,
    payer_address=QUOTE["payer_address"],
    most_each_purchase="2",
    most_each_day="4",
    sellers={SELLER: [QUOTE["payee_address"].lower()]},
)
WRONG = [
    (["network"], "eip155:8453", "asset"),
    (["asset"], QUOTE["payee_address"], "asset"),
    (["price", "currency"], "EURC", "currency"),
    (["price", "decimals"], 18, "currency"),
    (["payer_address"], QUOTE["payee_address"], "payer"),
    (["offer_revision_id"], SELLER, "offer"),
    (["buyer_agent_id"], SELLER, "offer"),
    (["payee_address"], "x", "payee"),
    (["payee_address"], QUOTE["payer_address"], "payee"),
    (["payee_address"], QUOTE["asset"], "payee"),
    (["price", "amount_atomic"], "1500001", "price"),
    (["price", "amount"], "15e-1", "price"),
    (["price", "amount"], 1.5, "price"),
    (["expires_at"], "2026-11-21T23:50:00.000Z", "expiry"),
    (["expires_at"], "2026-11-22T01:50:00.000Z", "expiry"),
    (["expires_at"], "soon", "expiry"),
    (["expires_at"], "2026-11-22T00:03:59.000Z", "payment-hash"),
    (["payment_hash"], "0x" + "0" * 64, "payment-hash"),
    (["purchase_id"], SELLER, "payment-hash"),
    (["signing_payload"], None, "payment-hash"),
    (["signing_payload", "domain", "name"], "USD Coin", "payment-hash"),
]


def changed(path, value):
    quote = copy.deepcopy(QUOTE)
    place = quote
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return quote


class Guard(unittest.TestCase):
    def setUp(self):
        self.kept = []

    def guard(self, spent=(), now=NOW, **limits):
        return SpendingGuard(replace(ALLOWED, **limits), self.kept.append, spent, lambda: now)

    def reason(self, guard, quote=QUOTE, offer=OFFER):
        with self.assertRaises(SpendingRefused) as refused:
            guard.approve(quote, offer, BUYER)
        return refused.exception.reason

    def test_what_was_asked_for_is_let_through_as_it_is_to_be_signed(self):
        payload = self.guard().approve(QUOTE, OFFER, BUYER)
        self.assertEqual(payload["domain"], QUOTE["signing_payload"]["domain"])
        self.assertEqual(payload["message"], QUOTE["signing_payload"]["message"])
        day = {"payment_hash": QUOTE["payment_hash"], "amount_atomic": "1500000", "day": "2026-11-21"}
        self.assertEqual(self.kept, [[day]])

    def test_what_differs_is_refused_and_nothing_is_counted(self):
        guard = self.guard()
        for path, value, reason in WRONG:
            with self.subTest(path=path, value=value):
                self.assertEqual(self.reason(guard, changed(path, value)), reason)
        cheaper = {**OFFER, "pricing": {"amount": "1.4", "currency": "USDC"}}
        self.assertEqual(self.reason(guard, offer=cheaper), "price")
        self.assertEqual(self.reason(self.guard(most_each_purchase="1.499999")), "most-each-purchase")
        self.assertEqual(self.kept, [])

    def test_sellers_are_those_of_the_list_at_their_addresses(self):
        self.assertEqual(self.reason(self.guard(sellers={})), "seller")
        self.assertEqual(self.reason(self.guard(sellers={BUYER: "anywhere"})), "seller")
        self.assertEqual(self.reason(self.guard(sellers={SELLER: [QUOTE["asset"]]})), "payee")
        for sellers in ({SELLER: "anywhere"}, None):
            self.guard(sellers=sellers).approve(QUOTE, OFFER, BUYER)

    def test_a_day_costs_no_more_than_it_may_however_often_it_is_begun_anew(self):
        guard, (first, second, third) = self.guard(), MADE["quotes"]
        for quote in (first, second, first):
            guard.approve(quote, OFFER, BUYER)
        self.assertEqual(self.reason(guard, third), "most-each-day")
        self.assertEqual(self.reason(self.guard(spent=self.kept[-1]), third), "most-each-day")
        self.guard(spent=self.kept[-1], now=NOW + timedelta(minutes=11)).approve(third, OFFER, BUYER)
        self.assertEqual([len(spent) for spent in self.kept], [1, 2, 2, 1])

    def test_what_could_not_be_kept_is_not_let_through_and_counts(self):
        def full(_):
            raise OSError("full")

        guard = SpendingGuard(replace(ALLOWED, most_each_day="1.5"), full, now=lambda: NOW)
        with self.assertRaises(OSError):
            guard.approve(QUOTE, OFFER, BUYER)
        self.assertEqual(self.reason(guard, MADE["quotes"][1]), "most-each-day")

    def test_amounts_are_decimals(self):
        self.assertEqual(atoms_of("0.1", 6), 100_000)
        self.assertEqual(atoms_of("1.50000000", 6), 1_500_000)
        for wrong in ("", ".5", "1.", "-1", "01", "1e3", " 1", "1\n", "0.0000001", "١", 1.5, None):
            self.assertIsNone(atoms_of(wrong, 6), wrong)
        with self.assertRaises(ValueError):
            self.guard(most_each_day="5 USDC")

    def test_keccak_is_that_of_another_library(self):
        for length, digest in MADE["keccak_of_a5"].items():
            self.assertEqual(keccak256(b"\xa5" * int(length)).hex(), digest, length)
