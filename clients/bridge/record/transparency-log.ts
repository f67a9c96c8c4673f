import { createHash, createPublicKey, verify } from 'node:crypto'

// C2SP tlog-tiles, tlog-checkpoint and signed-note; the tree is that of RFC 6962.

const WIDTH = 256
const HASH_BYTES = 32

export const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right)
export const leafHash = (data: Uint8Array): Buffer => sha256(Buffer.of(0), data)

export interface Checkpoint {
  origin: string
  size: number
  root: Buffer
}

/** Throws unless a signature of the note is by the verifier key. */
export function openCheckpoint(note: string, verifierKey: string): Checkpoint {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(verifierKey.trim()) ?? []
  const key = Buffer.from(encoded ?? '', 'base64')
  const keyId = sha256(Buffer.from(`${name}\n`), key).subarray(0, 4)
  if (!name || key.length !== 33 || key[0] !== 1 || keyId.toString('hex') !== id)
    throw new Error('the key of the log is malformed')
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = note
    .slice(end + 2)
    .split('\n')
    .filter(line => line.startsWith(`— ${name} `))
    .map(line => Buffer.from(line.slice(`— ${name} `.length), 'base64'))
    .some(
      signed => signed.subarray(0, 4).equals(keyId) && verify(null, Buffer.from(text), publicKey, signed.subarray(4)),
    )
  if (!isSigned) throw new Error('the checkpoint is not signed by the key of the log')
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (origin !== name || !/^(0|[1-9]\d{0,14})$/.test(size)) throw new Error('the checkpoint is malformed')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

/** The bytes at a path below the prefix of the log. */
export type ReadTile = (path: string) => Promise<Buffer>

function tilePath(level: number, n: number, width: number): string {
  const digits = String(n).padStart(Math.ceil(String(n).length / 3) * 3, '0')
  const name = digits.replaceAll(/\d{3}(?=\d)/g, 'x$&/')
  return `/tile/${level}/${name}${width === WIDTH ? '' : `.p/${width}`}`
}

/** A tree of that size, by its tiles. */
export interface Tree {
  size: number
  readTile: ReadTile
}

/** The hash of a complete subtree of 2^height leaves from `start` on. */
async function subtree({ size, readTile }: Tree, start: number, height: number): Promise<Buffer> {
  const level = Math.floor(height / 8)
  const span = WIDTH ** level
  const n = Math.floor(start / span / WIDTH)
  const width = Math.min(WIDTH, Math.floor(size / span) - n * WIDTH)
  const tile = await readTile(tilePath(level, n, width))
  if (tile.length !== width * HASH_BYTES) throw new Error('a tile of the log has the wrong size')
  const first = (start / span) % WIDTH
  let row: Buffer[] = Array.from({ length: 2 ** (height - level * 8) }, (_, at) =>
    tile.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES),
  )
  while (row.length > 1) row = row.flatMap((left, at) => (at % 2 === 0 ? [nodeHash(left, row[at + 1]!)] : []))
  return row[0]!
}

const highestPowerBelow = (count: number): number => 2 ** Math.floor(Math.log2(count - 1))

/** The hash of the leaves from `start` to `start + count`. */
async function rangeHash(tree: Tree, start: number, count: number): Promise<Buffer> {
  if (Number.isInteger(Math.log2(count))) return await subtree(tree, start, Math.log2(count))
  const left = highestPowerBelow(count)
  return nodeHash(await rangeHash(tree, start, left), await rangeHash(tree, start + left, count - left))
}

/** The root of the first `count` leaves: it proves that an earlier checkpoint is of the same log. */
export const prefixRoot = (tree: Tree, count: number): Promise<Buffer> =>
  count === 0 ? Promise.resolve(sha256()) : rangeHash(tree, 0, count)

/** The root of the whole tree if the leaf at that place has this hash: equal to the checkpoint's, it is included. */
export async function rootWithLeaf(tree: Tree, index: number, leaf: Buffer): Promise<Buffer> {
  const climb = async (start: number, count: number): Promise<Buffer> => {
    if (count === 1) return leaf
    const left = highestPowerBelow(count)
    return index < start + left
      ? nodeHash(await climb(start, left), await rangeHash(tree, start + left, count - left))
      : nodeHash(await rangeHash(tree, start, left), await climb(start + left, count - left))
  }
  return await climb(0, tree.size)
}
