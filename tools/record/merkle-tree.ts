import { createHash } from 'node:crypto'

// RFC 6962: the hash of a leaf is that of 0 and its data, of a node that of 1 and its children.

export const HASH_BYTES = 32
/** The width of a tile (C2SP tlog-tiles). */
export const TILE_WIDTH = 256
const TILE_HEIGHT = 8

const sha256 = (...parts: Buffer[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

export const leafHash = (data: Buffer): Buffer => sha256(Buffer.of(0), data)
const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right)

export const split = (hashes: Buffer): Buffer[] =>
  Array.from({ length: hashes.length / HASH_BYTES }, (_, at) => hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES))

/** The root over subtrees of equal size but the last; of none, the hash of nothing. */
export function rootOf(hashes: readonly Buffer[]): Buffer {
  const [first] = hashes
  if (!first) return sha256()
  if (hashes.length === 1) return first
  let size = 1
  while (size * 2 < hashes.length) size *= 2
  return nodeHash(rootOf(hashes.slice(0, size)), rootOf(hashes.slice(size)))
}

/** The root of a tree by the hashes of its tiles, which end at that size. */
export interface TileReader {
  /** The first `width` hashes of a tile. */
  read(level: number, n: number, width: number): Promise<Buffer[]>
}

/** The root of the tree of that size: the roots of the rightmost tiles, from the top. */
export async function treeRoot(size: number, tiles: TileReader): Promise<Buffer> {
  let root: Buffer | undefined
  for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
    const width = count % TILE_WIDTH
    if (width === 0) continue
    const hashes = await tiles.read(level, Math.floor(count / TILE_WIDTH), width)
    root = rootOf(root ? [...hashes, root] : hashes)
  }
  return root ?? rootOf([])
}

const highestPowerBelow = (count: number): number => 2 ** Math.floor(Math.log2(count - 1))

/** The hash over `count` leaves from `start` on: a power of two of them is a node of some tile. */
async function rangeHash(start: number, count: number, tiles: TileReader): Promise<Buffer> {
  const height = Math.log2(count)
  if (!Number.isInteger(height)) {
    const left = highestPowerBelow(count)
    return nodeHash(await rangeHash(start, left, tiles), await rangeHash(start + left, count - left, tiles))
  }
  const level = Math.floor(height / TILE_HEIGHT)
  const [first, width] = [start / TILE_WIDTH ** level, 2 ** (height - level * TILE_HEIGHT)]
  const at = first % TILE_WIDTH
  return rootOf((await tiles.read(level, Math.floor(first / TILE_WIDTH), at + width)).slice(at))
}

/** Proves that the tree of the first `from` leaves is a prefix of that of `size` leaves (RFC 6962 2.1.2). */
export async function consistencyProof(from: number, size: number, tiles: TileReader): Promise<Buffer[]> {
  /** `isWhole`: the verifier has the hash of these leaves, if all of them are old. */
  const prove = async (old: number, start: number, count: number, isWhole: boolean): Promise<Buffer[]> => {
    if (old === count) return isWhole ? [] : [await rangeHash(start, count, tiles)]
    const left = highestPowerBelow(count)
    return old <= left
      ? [...(await prove(old, start, left, isWhole)), await rangeHash(start + left, count - left, tiles)]
      : [...(await prove(old - left, start + left, count - left, false)), await rangeHash(start, left, tiles)]
  }
  return from === 0 ? [] : await prove(from, 0, size, true)
}
