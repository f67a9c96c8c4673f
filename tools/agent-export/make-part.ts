import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import { RESOURCE_LIMITS } from '../../concurrency/resource-limits.ts'
import {
  completeExport,
  insertPart,
  listArchivedFiles,
  moveExport,
  type UnfinishedExport,
} from '../../storage/agent-export/agent-exports.ts'
import {
  ARCHIVE_SECTIONS,
  type ArchiveRow,
  type ArchiveSection,
  archivedEvent,
  findArchiveRows,
  positionOf,
} from '../../storage/agent-export/archive-sections.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { findPrimaryKey } from '../../storage/keys/agent-keys.ts'
import { findActs } from '../../storage/record/public-acts.ts'
import { signRecord } from '../broker/signed-records.ts'
import { presentEvent } from '../core/define-event.ts'
import { after } from '../core/durations.ts'
import type { JobContext } from '../core/jobs/job-runner.ts'
import { sha256 } from '../core/text/digest.ts'
import { proofOf } from '../record/public-proof.ts'

/** Records in a file: with the longest contents, a part takes 20 MB while it is made. */
const PAGE = 250

/** How long an archive can be downloaded. */
export const STORED_MS = RETENTION.exports.ms

type Making = Pick<JobContext, 'installation' | 'signingKey' | 'now'>

/**
 * Makes the next part of an export, which the transaction of `db` has locked: the records of one page, or last the
 * manifest. The part and the place of the next one are stored together, so that an archive never lacks or repeats one,
 * whatever is killed, and each part is what the agent could read when it was made.
 */
export async function makePart(db: Queryable, started: UnfinishedExport, making: Making): Promise<void> {
  const { id, agent_id } = started
  const isFull = started.bytes >= RESOURCE_LIMITS.export_bytes.limit
  let { section: place, position } = started
  for (let section = ARCHIVE_SECTIONS[place]; section && !isFull; section = ARCHIVE_SECTIONS[++place]) {
    const rows = await findArchiveRows(db, section, { agent_id, after: position, limit: PAGE })
    const last = rows.at(-1)
    position = last ? positionOf(section, last) : null
    if (!last) continue
    const lines = (await present(db, section, rows, making)).map(row => `${JSON.stringify(row)}\n`)
    const file = `${section.name}/${String(started.parts + 1).padStart(6, '0')}.jsonl`
    await appendFile(db, started, { file, records: rows.length, text: lines.join('') })
    return await moveExport(db, id, { section: place, position }, making.now)
  }
  const text = await signManifest(db, started, !isFull, making)
  await appendFile(db, started, { file: 'manifest.jws', records: 0, text, isLast: true })
  await completeExport(db, id, making.now, after(making.now, STORED_MS))
}

/** Sections whose records are acts of the public record, with what proves them. */
const PROVEN: ReadonlySet<string> = new Set(['posts', 'comments', 'deletions', 'key_changes'])

async function present(
  db: Queryable,
  { name }: ArchiveSection,
  rows: readonly ArchiveRow[],
  { installation }: Making,
): Promise<object[]> {
  if (name === 'events') return rows.map(row => presentEvent(archivedEvent(row)))
  if (!PROVEN.has(name)) return [...rows]
  const acts = await findActs(
    db,
    rows.map(({ id }) => String(id)),
  )
  const byId = new Map(acts.map(act => [act.act_id, act]))
  return rows.map(row => {
    const content = typeof row.content === 'string' ? row.content : null
    return { ...row, proof: proofOf(byId.get(String(row.id)), content, installation) }
  })
}

/** What the archive contains, as a compact JWS (EXPORT-5). */
async function signManifest(
  db: Queryable,
  { id, agent_id, handle, requested_at }: UnfinishedExport,
  is_complete: boolean,
  making: Making,
): Promise<string> {
  const [{ fingerprint }, files] = await Promise.all([findPrimaryKey(db, agent_id), listArchivedFiles(db, id)])
  return await signRecord(making, 'colloquy-export+jwt', {
    iss: making.installation.baseUrl,
    export_id: id,
    agent_id,
    handle,
    key_id: fingerprint,
    requested_at,
    completed_at: making.now.toISOString(),
    is_complete,
    files,
  })
}

interface NewFile {
  file: string
  records: number
  text: string
  isLast?: true
}

const compress = promisify(gzip)

/** The two empty blocks that end a tar. */
const END_BYTES = 1_024

async function appendFile(
  db: Queryable,
  started: UnfinishedExport,
  { file, records, text, isLast }: NewFile,
): Promise<void> {
  const tar = pack()
  tar.entry({ name: file, mtime: new Date(started.requested_at) }, text)
  tar.finalize()
  const blocks: Buffer[] = []
  for await (const block of tar) blocks.push(block as Buffer)
  const whole = Buffer.concat(blocks)
  const content = await compress(isLast ? whole : whole.subarray(0, -END_BYTES))
  await insertPart(db, started, { file, records, sha256: sha256(text), content })
}
