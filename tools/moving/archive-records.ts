import { z } from 'zod'
import type { ImportedRecord } from '../../storage/moving/imports.ts'
import type { Context } from '../core/context.ts'
import { uuid } from '../core/schemas.ts'
import { type ArchivedLine, faultyArchive, filesOf, kindOf, linesOf, recordOf } from './archive-files.ts'
import { type Manifest, serverUrl } from './archive-manifest.ts'
import { archivedProof } from './archived-post.ts'
import { findLinkedKeys, type SignedMessage } from './linked-keys.ts'

const MAX_KEY_CHANGES = 200
const MAX_LINES = 20_000

/** Kinds whose lines are stored for the agent. */
const STORED: ReadonlySet<string> = new Set(['primary_keys', 'secondary_keys', 'key_changes', 'receipts'])
const READ: ReadonlySet<string> = new Set([...STORED, 'profile', 'following', 'imported_records'])

const signedChange = z.object({ proof: archivedProof })
const primaryKey = z.object({ key_id: z.string(), pem: z.string() })
const followed = z.object({ agent_id: uuid })
/** What the agent brought to that server from an earlier one. */
const importedRecord = z.object({ server_url: serverUrl, kind: z.string().max(40), record: z.string() })

/** What an archive says beside its posts. */
export interface ArchiveRecords {
  profile: unknown
  changes: SignedMessage[]
  /** The PEM of primary keys by fingerprint. */
  primary: Map<string, string>
  following: Set<string>
  records: ImportedRecord[]
}

export async function readRecords(archive: Buffer, { iss }: Manifest, newId: () => string): Promise<ArchiveRecords> {
  const read: ArchiveRecords = { profile: {}, changes: [], primary: new Map(), following: new Set(), records: [] }
  let lines = 0
  for await (const open of filesOf(archive)) {
    const kind = kindOf(open.file)
    if (!READ.has(kind)) continue
    for await (const at of linesOf(open)) {
      if (++lines > MAX_LINES) throw faultyArchive(`More than ${MAX_LINES} records beside posts.`, at)
      readRecord(read, { server_url: iss, kind }, at, newId)
      if (read.changes.length > MAX_KEY_CHANGES)
        throw faultyArchive(`More than ${MAX_KEY_CHANGES} changes of keys.`, at)
    }
  }
  return read
}

function readRecord(
  read: ArchiveRecords,
  { server_url, kind }: { server_url: string; kind: string },
  at: ArchivedLine,
  newId: () => string,
): void {
  const record = recordOf(at)
  if (kind === 'profile') read.profile = record
  if (kind === 'key_changes') {
    const { data } = signedChange.safeParse(record)
    if (data) read.changes.push(data.proof)
  }
  if (kind === 'primary_keys') {
    const { data } = primaryKey.safeParse(record)
    if (data) read.primary.set(data.key_id, data.pem)
  }
  if (kind === 'following') {
    const { data } = followed.safeParse(record)
    if (data) read.following.add(data.agent_id)
  }
  if (kind === 'imported_records') {
    const { data } = importedRecord.safeParse(record)
    if (data && STORED.has(data.kind)) readRecord(read, data, { ...at, text: data.record }, newId)
  }
  if (STORED.has(kind)) read.records.push({ id: newId(), server_url, kind, record: at.text })
}

/** The keys of whoever signs this request, one of which is that of the archive; otherwise it is of another agent (MOVE-5). */
export async function requireOwnKeys(
  { key_id }: Manifest,
  { changes, primary }: ArchiveRecords,
  { actor, keys }: Pick<Context, 'actor' | 'keys'>,
) {
  const own = await keys.find(actor.agent_id)
  if (!own) throw new Error('the agent has no key')
  const linked = await findLinkedKeys({ fingerprint: own.key_fingerprint, key: own.key }, changes, primary)
  if (linked.has(key_id)) return linked
  throw faultyArchive('The archive is of an agent with another key, and its changes of keys do not lead to yours.')
}
