import { type Bytes, fromBase64, hex, join, utf8 } from '../encoding.ts'

// C2SP tlog-tiles, tlog-checkpoint and signed-note; the tree is that of RFC 6962.

const WIDTH = 256
const HASH_BYTES = 32
const ED25519 = 1

export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', join(...parts)))

const nodeHash = (left: Uint8Array, right: Uint8Array) => sha256(Uint8Array.of(1), left, right)
export const leafHash = (data: Uint8Array): Promise<Bytes> => sha256(Uint8Array.of(0), data)
export const areEqual = (one: Uint8Array, other: Uint8Array): boolean => hex(one) === hex(other)

export interface Checkpoint {
  origin: string
  size: number
  root: Bytes
}

interface VerifierKey {
  name: string
  id: string
  publicKey: Bytes
}

async function readVerifierKey(text: string): Promise<VerifierKey> {
  const [, name = '', id = '', encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text.trim()) ?? []
  const key = fromBase64(encoded)
  const computed = hex(await sha256(utf8(`${name}\n`), key)).slice(0, 8)
  if (key.length !== 33 || key[0] !== ED25519 || computed !== id) throw new Error('the key of the log is malformed')
  return { name, id, publicKey: key.slice(1) }
}

/** Whether the note is signed by the key: one invalid signature by it spoils the note. */
async function isSignedBy({ name, id, publicKey }: VerifierKey, text: string, lines: string[]): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify'])
  const signatures = lines
    .filter(line => line.startsWith(`— ${name} `))
    .map(line => fromBase64(line.slice(`— ${name} `.length)))
    .filter(bytes => hex(bytes.slice(0, 4)) === id)
  const verified = await Promise.all(
    signatures.map(bytes => crypto.subtle.verify('Ed25519', key, bytes.slice(4), utf8(text))),
  )
  return verified.length > 0 && verified.every(isValid => isValid)
}

/** Throws unless a signature of the note is by the verifier key. */
export async function openCheckpoint(note: string, verifierKey: string): Promise<Checkpoint> {
  const key = await readVerifierKey(verifierKey)
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  if (!(await isSignedBy(key, text, note.slice(end + 2).split('\n')))) {
    throw new Error('the checkpoint is not signed by the key of the log')
  }
  const [origin = '', size = '', root = ''] = text.split('\n')
  if (origin !== key.name || !/^(0|[1-9]\d{0,14})$/.test(size)) throw new Error('the checkpoint is malformed')
  return { origin, size: Number(size), root: fromBase64(root) }
}

/** The bytes at a path below the address of the log, such as `/checkpoint` and `/tile/0/000.p/7`. */
export type ReadLog = (path: string) => Promise<Uint8Array>

function tilePath(level: number, n: number, width: number): string {
  const digits = String(n).padStart(Math.ceil(String(n).length / 3) * 3, '0')
  const name = digits.replaceAll(/\d{3}(?=\d)/g, 'x$&/')
  return `/tile/${level}/${name}${width === WIDTH ? '' : `.p/${width}`}`
}

/** A tree of that size, by its tiles. */
export interface Tree {
  size: number
  read: ReadLog
}

/** The hash of a complete subtree of 2^height leaves from `start` on. */
async function subtree({ size, read }: Tree, start: number, height: number): Promise<Bytes> {
  const level = Math.floor(height / 8)
  const span = WIDTH ** level
  const n = Math.floor(start / span / WIDTH)
  const width = Math.min(WIDTH, Math.floor(size / span) - n * WIDTH)
  const tile = await read(tilePath(level, n, width))
  if (tile.length !== width * HASH_BYTES) throw new Error('a tile of the log has the wrong size')
  const first = (start / span) % WIDTH
  let row = Array.from({ length: 2 ** (height - level * 8) }, (_, at) =>
    Uint8Array.from(tile.subarray((first + at) * HASH_BYTES, (first + at + 1) * HASH_BYTES)),
  )
  while (row.length > 1) {
    const [lefts, rights] = [0, 1].map(side => row.filter((_, at) => at % 2 === side))
    row = await Promise.all(lefts!.map((left, at) => nodeHash(left, rights![at]!)))
  }
  return row[0]!
}

const highestPowerBelow = (count: number): number => 2 ** Math.floor(Math.log2(count - 1))

/** The hash of the leaves from `start` to `start + count`. */
async function rangeHash(tree: Tree, start: number, count: number): Promise<Bytes> {
  if (Number.isInteger(Math.log2(count))) return await subtree(tree, start, Math.log2(count))
  const left = highestPowerBelow(count)
  return await nodeHash(await rangeHash(tree, start, left), await rangeHash(tree, start + left, count - left))
}

/** The root of the whole tree if the leaf at that place has this hash: equal to the checkpoint's, it is included. */
export async function rootWithLeaf(tree: Tree, index: number, leaf: Bytes): Promise<Bytes> {
  const climb = async (start: number, count: number): Promise<Bytes> => {
    if (count === 1) return leaf
    const left = highestPowerBelow(count)
    return index < start + left
      ? await nodeHash(await climb(start, left), await rangeHash(tree, start + left, count - left))
      : await nodeHash(await rangeHash(tree, start, left), await climb(start + left, count - left))
  }
  return await climb(0, tree.size)
}

/**
 * The roots of the first `prefix` leaves and of the whole tree, out of the same hashes: equal to those of two
 * checkpoints, the later one continues the earlier one.
 */
export async function rootsOf(tree: Tree, prefix: number): Promise<[earlier: Bytes, later: Bytes]> {
  const climb = async (start: number, count: number, inPrefix: number): Promise<[Bytes, Bytes]> => {
    if (inPrefix === count) {
      const hash = await rangeHash(tree, start, count)
      return [hash, hash]
    }
    const left = highestPowerBelow(count)
    if (inPrefix <= left) {
      const [earlier, later] = await climb(start, left, inPrefix)
      return [earlier, await nodeHash(later, await rangeHash(tree, start + left, count - left))]
    }
    const hash = await rangeHash(tree, start, left)
    const [earlier, later] = await climb(start + left, count - left, inPrefix - left)
    return [await nodeHash(hash, earlier), await nodeHash(hash, later)]
  }
  return await climb(0, tree.size, prefix)
}
