"""What a payer signs (EIP-712, EIP-3009), made again by who is asked to sign it."""
from typing import Any, Dict, List, Mapping, Union

from .keccak import keccak256

_TYPES: Dict[str, List[Dict[str, str]]] = {
    "EIP712Domain": [
        {"name": "name", "type": "string"},
        {"name": "version", "type": "string"},
        {"name": "chainId", "type": "uint256"},
        {"name": "verifyingContract", "type": "address"},
    ],
    "TransferWithAuthorization": [
        {"name": "from", "type": "address"},
        {"name": "to", "type": "address"},
        {"name": "value", "type": "uint256"},
        {"name": "validAfter", "type": "uint256"},
        {"name": "validBefore", "type": "uint256"},
        {"name": "nonce", "type": "bytes32"},
    ],
}


def typed_data(domain: Mapping[str, Any], message: Mapping[str, str]) -> Dict[str, Any]:
    """As wallets take it."""
    return {
        "types": {name: [dict(field) for field in fields] for name, fields in _TYPES.items()},
        "primaryType": "TransferWithAuthorization",
        "domain": dict(domain),
        "message": dict(message),
    }


def _word(number: Union[int, str]) -> bytes:
    """32 bytes of a number, of its decimals, or of 0x and hex digits."""
    if isinstance(number, str):
        number = int(number, 16) if number.startswith("0x") else int(number)
    return number.to_bytes(32, "big")


def _structure(name: str, values: Mapping[str, Any]) -> bytes:
    fields = _TYPES[name]
    described = f"{name}({','.join(field['type'] + ' ' + field['name'] for field in fields)})"
    words = [keccak256(described.encode())]
    for field in fields:
        value = values[field["name"]]
        words.append(keccak256(value.encode()) if field["type"] == "string" else _word(value))
    return keccak256(b"".join(words))


def digest_of(payload: Mapping[str, Any]) -> str:
    """The digest that is signed: the payment_hash of a quote (PURCHASE-21)."""
    domain = _structure("EIP712Domain", payload["domain"])
    return "0x" + keccak256(b"\x19\x01" + domain + _structure("TransferWithAuthorization", payload["message"])).hex()


def nonce_of(purchase_id: str, offer_revision_id: str, buyer_agent_id: str) -> str:
    """Of a purchase alone (PURCHASE-22): keccak256 of the ABI encoding of strings."""
    texts = ["colloquy-purchase-v1", purchase_id, offer_revision_id, buyer_agent_id]
    heads, tails = b"", b""
    for text in (one.encode() for one in texts):
        heads += _word(32 * len(texts) + len(tails))
        tails += _word(len(text)) + text + bytes(-len(text) % 32)
    return "0x" + keccak256(heads + tails).hex()
