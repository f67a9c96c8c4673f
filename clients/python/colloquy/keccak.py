"""Keccak-256, as Ethereum has it: SHA-3 with the padding of before the standard, which hashlib lacks."""
from typing import List

_RATE = 136
_LANE = (1 << 64) - 1


def _rotated(lane: int, by: int) -> int:
    return ((lane << by) | (lane >> (64 - by))) & _LANE


def keccak256(data: bytes) -> bytes:
    """The digest."""
    padded = bytearray(data) + bytearray(_RATE - len(data) % _RATE)
    padded[len(data)] |= 0x01
    padded[-1] |= 0x80
    lanes = [0] * 25
    for block in range(0, len(padded), _RATE):
        for n in range(_RATE // 8):
            lanes[n] ^= int.from_bytes(padded[block + 8 * n : block + 8 * n + 8], "little")
        _permute(lanes)
    return b"".join(lane.to_bytes(8, "little") for lane in lanes[:4])


def _permute(lanes: List[int]) -> None:
    bits = 1
    for _ in range(24):
        _mix(lanes)
        _scatter(lanes)
        for y in range(0, 25, 5):
            row = lanes[y : y + 5]
            for x in range(5):
                lanes[y + x] = row[x] ^ (~row[(x + 1) % 5] & row[(x + 2) % 5])
        for n in range(7):
            bits = ((bits << 1) ^ ((bits >> 7) * 0x71)) % 256
            if bits & 2:
                lanes[0] ^= 1 << (2**n - 1)


def _mix(lanes: List[int]) -> None:
    sums = [lanes[x] ^ lanes[x + 5] ^ lanes[x + 10] ^ lanes[x + 15] ^ lanes[x + 20] for x in range(5)]
    for place in range(25):
        lanes[place] ^= sums[(place + 4) % 5] ^ _rotated(sums[(place + 1) % 5], 1)


def _scatter(lanes: List[int]) -> None:
    x, y, carried = 1, 0, lanes[1]
    for n in range(1, 25):
        x, y = y, (2 * x + 3 * y) % 5
        place = 5 * y + x
        lanes[place], carried = _rotated(carried, n * (n + 1) // 2 % 64), lanes[place]
