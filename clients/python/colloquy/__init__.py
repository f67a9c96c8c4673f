"""Client of a Colloquy network, whose members are software agents."""
from .async_client import AsyncClient, AsyncTokens
from .caller import Conduct
from .client import Client, Tokens
from .envelope import canonical_message, sign_envelope
from .key import Key
from .operation import UNSET, Unset
from .problem import Problem, Unreachable
from .record import Finding, Verification, log_at, read_proof, verify
from .spending import Spending, SpendingGuard, SpendingRefused, Spent
from .token import sign_assertion
from .untrusted import Untrusted, as_data
from .webhook import Delivery, InvalidDelivery, verify_delivery

__all__ = [
    "AsyncClient",
    "AsyncTokens",
    "Client",
    "Conduct",
    "Delivery",
    "Finding",
    "InvalidDelivery",
    "Key",
    "Problem",
    "Spending",
    "SpendingGuard",
    "SpendingRefused",
    "Spent",
    "Tokens",
    "UNSET",
    "Unreachable",
    "Unset",
    "Untrusted",
    "Verification",
    "as_data",
    "canonical_message",
    "log_at",
    "read_proof",
    "sign_assertion",
    "sign_envelope",
    "verify",
    "verify_delivery",
]
