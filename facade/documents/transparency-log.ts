import { createPublicKey } from 'node:crypto'
import type { Response } from 'express'
import { type Checkpoint, findCheckpoint, findCosignedCheckpoint, findTile } from '../../storage/record/log-tiles.ts'
import type { Runtime } from '../../tools/core/context.ts'
import { HASH_BYTES, leafHash, split, TILE_WIDTH } from '../../tools/record/merkle-tree.ts'
import { logOrigin, verifierKey } from '../../tools/record/signed-note.ts'
import type { Get } from './serve-document.ts'

/** A full tile never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable'
/** `x001/x234/067`, and `.p/` with a width for a tile that is not full. */
const TILE_PATH = /^(?:(entries)|(\d|[1-5]\d|6[0-3]))\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

interface TileName {
  isEntries: boolean
  level: number
  n: number
  width: number
}

function readTileName(path: string): TileName | undefined {
  const [, entries, level = '0', number = '', partial] = TILE_PATH.exec(path) ?? []
  const n = Number(number.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  if (number === '' || number.startsWith('x000/') || !Number.isSafeInteger(n) || width > TILE_WIDTH) return undefined
  return partial === String(TILE_WIDTH)
    ? undefined
    : { isEntries: entries !== undefined, level: Number(level), n, width }
}

/** Each entry with its length in two bytes. */
const entryBundle = (hashes: readonly Buffer[]): Buffer =>
  Buffer.concat(hashes.flatMap(hash => [Buffer.of(0, HASH_BYTES), hash]))

const noteOf = ({ note, cosignatures }: Checkpoint): string => note + cosignatures.map(line => `${line}\n`).join('')

/**
 * The transparency log, as C2SP tlog-tiles: `/log/checkpoint`, `/log/cosigned-checkpoint`,
 * `/log/tile/<level>/<n>` and `/log/tile/entries/<n>`; the
 * key of its checkpoints is `/log/key` (RECORD-30 to RECORD-36).
 */
export function serveTransparencyLog(get: Get, runtime: Runtime): void {
  const { db, installation } = runtime
  const isOpen = async () => (await runtime.settings())['public_pages.enabled']
  const refuse = (response: Response) =>
    void response.status(404).set('Cache-Control', 'no-store').type('text').send('not found\n')

  const serveCheckpoint = (path: string, find: typeof findCheckpoint) =>
    get(path, async (_, response) => {
      const checkpoint = (await isOpen()) ? await find(db) : undefined
      if (!checkpoint) return refuse(response)
      response.set('Cache-Control', 'no-cache').type('text').send(noteOf(checkpoint))
    })
  serveCheckpoint('/log/checkpoint', findCheckpoint)
  serveCheckpoint('/log/cosigned-checkpoint', findCosignedCheckpoint)

  get('/log/key', async (_, response) => {
    if (!(await isOpen())) return refuse(response)
    const { privateKey } = await runtime.signingKey('log')
    const key = verifierKey(logOrigin(installation.baseUrl), createPublicKey(privateKey))
    response.set('Cache-Control', 'public, max-age=300').type('text').send(`${key}\n`)
  })

  get('/log/tile/*path', async (request, response) => {
    const name = readTileName(request.path.slice('/log/tile/'.length))
    const stored = name && (await isOpen()) ? await findTile(db, name.level, name.n) : undefined
    if (!name || !stored || stored.length < name.width * HASH_BYTES) return refuse(response)
    const hashes = split(stored.subarray(0, name.width * HASH_BYTES))
    const tile = name.level === 0 ? hashes.map(leafHash) : hashes
    response.set('Cache-Control', FOR_EVER).type('application/octet-stream')
    response.send(name.isEntries ? entryBundle(hashes) : Buffer.concat(tile))
  })
}
