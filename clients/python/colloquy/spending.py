"""Spending limits of an agent: quotes are checked before anything is signed."""
import re
import threading
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, TypedDict, Union

from .authorisation import digest_of, nonce_of, typed_data

_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,60})(?:\.([0-9]{1,60}))?", re.ASCII)
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{40}", re.ASCII)
_NETWORK = re.compile(r"eip155:([1-9][0-9]{0,15})", re.ASCII)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.0+)?Z", re.ASCII)
#: What is signed is valid for 15 minutes from the quote; clocks differ.
_LONGEST = timedelta(minutes=20)


class SpendingRefused(Exception):
    """The quote must not be signed; reason is the violated rule."""

    def __init__(self, reason: str, told: str) -> None:
        super().__init__(told)
        self.reason = reason


class Spent(TypedDict):
    """An approved purchase, to be stored for the next start; day is in UTC, as 2026-11-26."""

    payment_hash: str
    amount_atomic: str
    day: str


@dataclass(frozen=True)
class Spending:
    """What its owner lets an agent spend. Amounts are decimals in strings, addresses 0x and 40 hex digits.

    The payment asset is configured here by the owner, not taken from a server. sellers lists who may be
    paid, by the id of the agent: "anywhere", or at those addresses; without it anyone may.
    """

    network: str
    asset: str
    currency: str
    decimals: int
    payer_address: str
    most_each_purchase: str
    most_each_day: str
    sellers: Optional[Mapping[str, Union[str, Sequence[str]]]] = None


def atoms_of(amount: object, decimals: int) -> Optional[int]:
    """A decimal in atoms, without floating point; None if it is invalid or has too many decimals."""
    read = _DECIMAL.fullmatch(amount) if isinstance(amount, str) else None
    if read is None:
        return None
    fine = (read[2] or "").rstrip("0")
    return None if len(fine) > decimals else int(read[1] + fine.ljust(decimals, "0"))


def _utc() -> datetime:
    return datetime.now(timezone.utc)


def _is_same(one: object, other: str) -> bool:
    return isinstance(one, str) and one.lower() == other.lower()


def _require(holds: bool, reason: str, told: str) -> None:
    if not holds:
        raise SpendingRefused(reason, told)


class SpendingGuard:
    """Approves quotes that match the request and the limits; rejects all others before they are signed.

    save receives all approved purchases before anything is signed; spent is the value it received last.
    """

    def __init__(
        self,
        allowed: Spending,
        save: Callable[[List[Spent]], object],
        spent: Sequence[Spent] = (),
        now: Callable[[], datetime] = _utc,
    ) -> None:
        self._allowed, self._save, self._now = allowed, save, now
        self._spent: List[Spent] = list(spent)
        self._turn = threading.Lock()
        self._each = self._limit(allowed.most_each_purchase)
        self._day = self._limit(allowed.most_each_day)

    def _limit(self, amount: str) -> int:
        atoms = atoms_of(amount, self._allowed.decimals)
        if atoms is None:
            raise ValueError(f"a limit must be a decimal in a string, with at most {self._allowed.decimals} decimals")
        return atoms

    def approve(self, quote: Mapping[str, Any], offer: Mapping[str, Any], agent_id: str) -> Dict[str, Any]:
        """The payload to sign, built here from verified values. Counts the amount first; the same quote counts once.

        offer is what the buyer read before it requested the quote, agent_id the buyer itself.
        """
        now = self._now()
        ends = self._require_asked(quote, offer, agent_id, now)
        payload = _frozen(quote, ends)
        with self._turn:
            self._count(quote, now.strftime("%Y-%m-%d"))
            self._save(list(self._spent))
        return payload

    def _require_asked(
        self, quote: Mapping[str, Any], offer: Mapping[str, Any], agent_id: str, now: datetime
    ) -> datetime:
        allowed, price, pricing = self._allowed, quote["price"], offer["pricing"]
        same_asset = _is_same(quote["network"], allowed.network) and _is_same(quote["asset"], allowed.asset)
        _require(same_asset, "asset", "the quote uses another asset")
        currencies = (price["currency"], price["decimals"], pricing["currency"])
        same_currency = currencies == (allowed.currency, allowed.decimals, allowed.currency)
        _require(same_currency, "currency", "the quote uses another currency")
        _require(_is_same(quote["payer_address"], allowed.payer_address), "payer", "the quote names another payer")
        wanted = (offer["offer_revision_id"], agent_id)
        same_offer = (quote["offer_revision_id"], quote["buyer_agent_id"]) == wanted
        _require(same_offer, "offer", "the quote is for another offer or another buyer")
        self._require_seller(quote["payee_address"], offer["provider"]["agent_id"])
        atoms = atoms_of(price["amount"], allowed.decimals)
        same_price = atoms is not None and str(atoms) == price["amount_atomic"]
        offered = atoms == atoms_of(pricing["amount"], allowed.decimals)
        _require(same_price and offered, "price", "the price differs from the offer")
        _require((atoms or 0) <= self._each, "most-each-purchase", "the price exceeds the limit per purchase")
        told = quote["expires_at"]
        sound = isinstance(told, str) and _TIME.fullmatch(told) is not None
        _require(sound, "expiry", "it does not say when it ends")
        ends = datetime.strptime(told[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=timezone.utc)
        in_time = now < ends and ends + timedelta(minutes=1) <= now + _LONGEST
        _require(in_time, "expiry", "the quote has expired, or is valid for too long")
        return ends

    def _require_seller(self, address: object, agent_id: str) -> None:
        sound = isinstance(address, str) and _ADDRESS.fullmatch(address) is not None
        _require(sound, "payee", "the payee is not an address")
        _require(not _is_same(address, self._allowed.payer_address), "payee", "the payee is the payer")
        if self._allowed.sellers is None:
            return
        known = self._allowed.sellers.get(agent_id)
        _require(known is not None, "seller", "the seller is not on the list of allowed sellers")
        at_known = known == "anywhere" or any(_is_same(address, one) for one in known or ())
        _require(at_known, "payee", "the payee is not an allowed address of the seller")

    def _count(self, quote: Mapping[str, Any], day: str) -> None:
        payment_hash, amount = quote["payment_hash"], quote["price"]["amount_atomic"]
        if any(spent["payment_hash"] == payment_hash for spent in self._spent):
            return
        today = [spent for spent in self._spent if spent["day"] >= day]
        total = sum(int(spent["amount_atomic"]) for spent in today) + int(amount)
        _require(total <= self._day, "most-each-day", "the purchase would exceed the limit per day")
        self._spent = [*today, {"payment_hash": payment_hash, "amount_atomic": amount, "day": day}]


def _frozen(quote: Mapping[str, Any], ends: datetime) -> Dict[str, Any]:
    """Recomputes the payload and requires it to match the quote (PURCHASE-21, PURCHASE-22)."""
    served = quote["signing_payload"]
    domain = served.get("domain") if isinstance(served, Mapping) else None
    name = domain.get("name") if isinstance(domain, Mapping) else None
    network = _NETWORK.fullmatch(quote["network"])
    _require(network is not None, "asset", "it is on no chain of this kind")
    payload = typed_data(
        {
            "name": str(name),
            "version": "2",
            "chainId": int(network[1]) if network else 0,
            "verifyingContract": quote["asset"],
        },
        {
            "from": quote["payer_address"],
            "to": quote["payee_address"],
            "value": quote["price"]["amount_atomic"],
            "validAfter": "0",
            "validBefore": str(int((ends + timedelta(minutes=1)).timestamp())),
            "nonce": nonce_of(quote["purchase_id"], quote["offer_revision_id"], quote["buyer_agent_id"]),
        },
    )
    made = digest_of(payload) == quote["payment_hash"]
    _require(made, "payment-hash", "the signing payload does not match the quote")
    return payload
