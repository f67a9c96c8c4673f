import { constants, createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'

// A verifier of C2SP tlog-tiles, tlog-checkpoint and signed-note, written from their texts and RFC 6962: it shares no
// code with the server.

const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export interface VerifiedCheckpoint {
  origin: string
  size: number
  root: Buffer
}

/** Throws unless the note has a valid signature by that key. */
export function openCheckpoint(note: string, vkey: string): VerifiedCheckpoint {
  const [name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey.trim())?.slice(1) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (key[0] !== 1 || key.length !== 33) throw new Error('not an Ed25519 key')
  if (sha256(Buffer.from(`${name}\n`), key).toString('hex', 0, 4) !== id) throw new Error('the id is of another key')
  const end = note.indexOf('\n\n')
  const text = note.slice(0, end + 1)
  const line = note
    .slice(end + 2)
    .split('\n')
    .find(one => one.startsWith(`— ${name} `))
  if (!line) throw new Error('no signature by this key')
  const signature = Buffer.from(line.slice(`— ${name} `.length), 'base64')
  if (signature.toString('hex', 0, 4) !== id) throw new Error('signed by another key')
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') },
    format: 'jwk',
  })
  if (!verify(null, Buffer.from(text), publicKey, signature.subarray(4))) throw new Error('the signature is invalid')
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (origin !== name || !/^(0|[1-9]\d*)$/.test(size)) throw new Error('not a checkpoint')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

/** The path of a tile below the prefix of the log. */
export function tilePath(level: number | 'entries', n: number, width: number): string {
  const digits = String(n).padStart(Math.ceil(String(n).length / 3) * 3, '0')
  const groups = digits.match(/\d{3}/g)!
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
  return `/tile/${level}/${name}${width === 256 ? '' : `.p/${width}`}`
}

export type FetchTile = (path: string) => Promise<Buffer>

/** The entries of the log, in order. */
export async function readEntries(size: number, fetchTile: FetchTile): Promise<Buffer[]> {
  const entries: Buffer[] = []
  for (let n = 0; n * 256 < size; n++) {
    const bundle = await fetchTile(tilePath('entries', n, Math.min(256, size - n * 256)))
    for (let at = 0; at < bundle.length; ) {
      const length = bundle.readUInt16BE(at)
      entries.push(bundle.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return entries
}

/** The root of a tree of these leaves (RFC 6962, 2.1). */
export function rootOfEntries(entries: readonly Uint8Array[]): Buffer {
  if (entries.length === 0) return sha256()
  if (entries.length === 1) return sha256(Buffer.of(0), entries[0]!)
  let split = 1
  while (split * 2 < entries.length) split *= 2
  return sha256(Buffer.of(1), rootOfEntries(entries.slice(0, split)), rootOfEntries(entries.slice(split)))
}

/** The hash of 2^height leaves from `start` on, out of the tiles. */
async function subtree(start: number, height: number, size: number, fetchTile: FetchTile): Promise<Buffer> {
  const level = Math.floor(height / 8)
  const hashes = Math.floor(size / 256 ** level)
  const first = start / 256 ** level
  const n = Math.floor(first / 256)
  const tile = await fetchTile(tilePath(level, n, Math.min(256, hashes - n * 256)))
  let row = Array.from({ length: 2 ** (height - level * 8) }, (_, at) => {
    const from = ((first % 256) + at) * 32
    return tile.subarray(from, from + 32)
  })
  while (row.length > 1) row = row.flatMap((_, at) => (at % 2 ? [] : [sha256(Buffer.of(1), row[at]!, row[at + 1]!)]))
  return row[0]!
}

/** The root by the tiles, from `start` to `size`. */
async function rootFrom(start: number, count: number, size: number, fetchTile: FetchTile): Promise<Buffer> {
  const height = Math.ceil(Math.log2(count))
  if (2 ** height === count) return await subtree(start, height, size, fetchTile)
  const left = 2 ** (height - 1)
  const halves = await Promise.all([
    subtree(start, height - 1, size, fetchTile),
    rootFrom(start + left, count - left, size, fetchTile),
  ])
  return sha256(Buffer.of(1), ...halves)
}

/** Whether the first `count` leaves of a log of that size have that root: inclusion of an older checkpoint. */
export const rootByTiles = (count: number, size: number, fetchTile: FetchTile): Promise<Buffer> =>
  rootFrom(0, count, size, fetchTile)

/** The data of the leaf that commits to a record. */
export const leafOf = ({ salt, record }: { salt: string; record: string }): Buffer =>
  sha256(Buffer.from(salt, 'hex'), Buffer.from(record))

/** Whether the key signed the message: RSA-PSS, Ed25519 or ES256. */
export function verifies(key: KeyObject, message: string, signature: Buffer): boolean {
  const type = key.asymmetricKeyType
  const data = Buffer.from(message)
  if (type === 'ed25519') return verify(null, data, key, signature)
  if (type === 'ec') return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature)
  return verify('sha256', data, { key, padding: constants.RSA_PKCS1_PSS_PADDING }, signature)
}
