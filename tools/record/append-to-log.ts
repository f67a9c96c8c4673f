import { createPublicKey, type KeyObject } from 'node:crypto'
import type { Queryable } from '../../storage/db/db.ts'
import { appendToTile, findCheckpoint, findTile, storeCheckpoint } from '../../storage/record/log-tiles.ts'
import {
  type ActRow,
  insertActs,
  lockRecord,
  type OpenAct,
  type RecordedAct,
  takeActs,
} from '../../storage/record/public-acts.ts'
import { commitment, digestOf, recordText } from './act-record.ts'
import { HASH_BYTES, leafHash, rootOf, split, TILE_WIDTH, type TileReader, treeRoot } from './merkle-tree.ts'
import { checkpointText, signNote } from './signed-note.ts'

const SALT_BYTES = 16

export interface LogTerms {
  origin: string
  privateKey: KeyObject
  randomBytes(count: number): Buffer
  now: Date
  limit: number
}

/**
 * Reads acts from the outbox into the record, and appends a leaf for each that anybody can see now: all in the
 * transaction of `db`, so that each act has at most one leaf, whatever is killed, and a checkpoint is signed only over
 * what is stored. Returns how many acts it read.
 */
export async function appendToLog(db: Queryable, terms: LogTerms): Promise<number> {
  await lockRecord(db)
  const acts = await takeActs(db, terms.limit)
  if (acts.length === 0) return 0
  let size = (await findCheckpoint(db))?.size ?? 0
  const first = size
  const recorded: RecordedAct[] = []
  const leaves: Buffer[] = []
  for (const act of acts) {
    const read = readAct(act, terms, size)
    recorded.push(read.recorded)
    if (!read.leaf) continue
    leaves.push(read.leaf)
    size++
  }
  await insertActs(db, recorded)
  if (leaves.length === 0) return acts.length
  await appendLeaves(db, first, leaves)
  const root = await treeRoot(size, storedTiles(db))
  const publicKey = createPublicKey(terms.privateKey)
  const note = signNote(checkpointText(terms.origin, size, root), terms.origin, {
    privateKey: terms.privateKey,
    publicKey,
  })
  await storeCheckpoint(db, { size, note }, terms.now)
  return acts.length
}

/** What is hidden has no leaf, and its content no digest. */
function readAct({ content, is_public, ...act }: OpenAct, terms: LogTerms, index: number) {
  const row: ActRow = act
  if (!is_public) return { recorded: { ...row, digest: null, leaf_index: null, salt: null }, leaf: undefined }
  const digest = digestOf({ ...row, content })
  const salt = terms.randomBytes(SALT_BYTES)
  return { recorded: { ...row, digest, leaf_index: index, salt }, leaf: commitment(salt, recordText(row, digest)) }
}

/** Adds hashes to the rightmost tile of level 0, and the root of each tile that is full to the level above. */
async function appendLeaves(db: Queryable, first: number, leaves: readonly Buffer[]): Promise<void> {
  let [start, hashes, level] = [first, [...leaves], 0]
  while (hashes.length > 0) {
    const above: Buffer[] = []
    for (let at = 0; at < hashes.length; ) {
      const n = Math.floor((start + at) / TILE_WIDTH)
      const taken = hashes.slice(at, at + TILE_WIDTH - ((start + at) % TILE_WIDTH))
      await appendToTile(db, level, n, Buffer.concat(taken))
      at += taken.length
      if ((start + at) % TILE_WIDTH === 0) above.push(rootOf(await storedTiles(db).read(level, n, TILE_WIDTH)))
    }
    start = Math.floor(start / TILE_WIDTH)
    hashes = above
    level++
  }
}

/** Tiles of the tree: level 0 stores commitments, whose hashes are the tile. */
export const storedTiles = (db: Queryable): TileReader => ({
  async read(level, n, width) {
    const stored = await findTile(db, level, n)
    const hashes = split((stored ?? Buffer.alloc(0)).subarray(0, width * HASH_BYTES))
    if (hashes.length < width) throw new Error(`tile ${level}/${n} of the log is incomplete`)
    return level === 0 ? hashes.map(leafHash) : hashes
  },
})
