import type { Bytes } from '../encoding.ts'

const RATE = 136

const rotated = (lane: bigint, by: number): bigint =>
  BigInt.asUintN(64, (lane << BigInt(by)) | (lane >> BigInt(64 - by)))

/** Keccak-256 as in Ethereum: SHA-3 with the original padding. WebCrypto supports neither. */
export function keccak256(data: Uint8Array): Bytes {
  const padded = new Uint8Array((Math.floor(data.length / RATE) + 1) * RATE)
  padded.set(data)
  padded[data.length]! |= 0x01
  padded[padded.length - 1]! |= 0x80
  const view = new DataView(padded.buffer)
  const lanes = new BigUint64Array(25)
  for (let block = 0; block < padded.length; block += RATE) {
    for (let n = 0; 8 * n < RATE; n++) lanes[n]! ^= view.getBigUint64(block + 8 * n, true)
    permute(lanes)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (let n = 0; n < 4; n++) digest.setBigUint64(8 * n, lanes[n]!, true)
  return new Uint8Array(digest.buffer)
}

const FIVE = [0, 1, 2, 3, 4]

/** The 24 rounds of Keccak-f[1600]. */
function permute(lanes: BigUint64Array): void {
  let bits = 1
  for (let round = 0; round < 24; round++) {
    mix(lanes)
    scatter(lanes)
    for (const y of FIVE) {
      const row = lanes.slice(5 * y, 5 * y + 5)
      for (const x of FIVE) lanes[5 * y + x] = row[x]! ^ (~row[(x + 1) % 5]! & row[(x + 2) % 5]!)
    }
    for (let n = 0; n < 7; n++) {
      bits = ((bits << 1) ^ ((bits >> 7) * 0x71)) % 256
      if (bits & 2) lanes[0]! ^= 1n << BigInt(2 ** n - 1)
    }
  }
}

function mix(lanes: BigUint64Array): void {
  const sums = FIVE.map(x => FIVE.reduce((sum, y) => sum ^ lanes[5 * y + x]!, 0n))
  for (const x of FIVE) {
    const change = sums[(x + 4) % 5]! ^ rotated(sums[(x + 1) % 5]!, 1)
    for (const y of FIVE) lanes[5 * y + x]! ^= change
  }
}

function scatter(lanes: BigUint64Array): void {
  let [x, y, carried] = [1, 0, lanes[1]!]
  for (let n = 1; n <= 24; n++) {
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
    const place = 5 * y + x
    const next = lanes[place]!
    lanes[place] = rotated(carried, ((n * (n + 1)) / 2) % 64)
    carried = next
  }
}
