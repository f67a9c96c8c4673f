import type { KeyObject } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  type AgentImport,
  insertImport,
  insertImportedKeys,
  insertImportedPosts,
  insertImportedRecords,
  updateImport,
} from '../../storage/moving/imports.ts'
import { insertActs } from '../../storage/record/public-acts.ts'
import { requireStorage, storageQuota, storedBytesOf } from '../admission/storage-quota.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { verifySignature } from '../keys/verify-signature.ts'
import { changeProfile, validProfile } from '../profiles/profile-changes.ts'
import { faultyArchive, filesOf, kindOf, linesOf } from './archive-files.ts'
import type { Manifest } from './archive-manifest.ts'
import type { ArchiveRecords } from './archive-records.ts'
import { type ProvenPost, readArchivedPost } from './archived-post.ts'
import { offerFollows } from './offer-follows.ts'

const MAX_POSTS = 10_000
const BATCH = 250

/** An archive whose manifest, files and keys were verified. */
export interface VerifiedArchive {
  bytes: Buffer
  sha256: string
  manifest: Manifest
  records: ArchiveRecords
  keys: ReadonlyMap<string, KeyObject>
}

/** Verifies all posts of an archive before a transaction begins. */
export async function verifyPosts(archive: VerifiedArchive, context: Context): Promise<void> {
  for await (const _ of provenPosts(archive, verifySignature, context));
}

/**
 * Writes what an archive brings, whose posts were verified, in one transaction; `undefined`: an agent brought it before.
 * Posts are inserted in batches, so that one file of them is in memory at a time, and are read a second time for that.
 */
export async function takeOver(
  archive: VerifiedArchive,
  scope: TransactionScope,
  context: Context,
): Promise<AgentImport | undefined> {
  const { db, last } = scope
  const { actor, newId, now } = context
  const { manifest, records, keys } = archive
  const { iss: server_url, agent_id: origin_agent_id, handle: origin_handle } = manifest
  const taken: AgentImport = {
    ...{ id: newId(), server_url, export_id: manifest.export_id, origin_agent_id, origin_handle },
    ...{
      exported_at: manifest.completed_at,
      imported_at: now.toISOString(),
      posts: 0,
      skipped: 0,
      archive_sha256: archive.sha256,
    },
  }
  // First, so that an archive that was imported before costs nothing more.
  if (!(await insertImport(db, actor.agent_id, taken))) return undefined
  const spkis = [...keys].map(([fingerprint, key]) => {
    return { fingerprint, spki: key.export({ format: 'der', type: 'spki' }) }
  })
  await insertImportedKeys(db, actor.agent_id, spkis)
  await insertImportedRecords(db, actor.agent_id, records.records)
  let bytes = storedBytesOf(...records.records.map(({ record }) => record))
  for await (const batch of provenPosts(archive, VERIFIED, context)) {
    const inserted = await insertPosts(db, batch.posts, context)
    taken.posts += inserted.size
    taken.skipped += batch.lines - inserted.size
    bytes += storedBytesOf(
      ...batch.posts.flatMap(({ post }) => (inserted.has(post.id) ? [post.content, post.companion_message] : [])),
    )
  }
  // Late, as it locks a row that others wait for.
  bytes += await changeProfile(db, actor, validProfile(records.profile), now)
  await updateImport(db, taken)
  await offerFollows(scope, taken, [...records.following], context)
  last(await requireStorage(context, db, { bytes, quota: storageQuota(await context.settings()) }))
  return taken
}

/** For posts that are verified already. Yields to other calls, as the verification of a signature does. */
const VERIFIED = () => setImmediate(true)

async function* provenPosts(
  { bytes, manifest, keys }: VerifiedArchive,
  verify: typeof verifySignature,
  context: Context,
) {
  const author = { server_url: manifest.iss, agent_id: manifest.agent_id, keys, verify }
  let count = 0
  let batch: { posts: ProvenPost[]; lines: number } = { posts: [], lines: 0 }
  for await (const open of filesOf(bytes)) {
    if (kindOf(open.file) !== 'posts') continue
    for await (const at of linesOf(open)) {
      if (++count > MAX_POSTS) throw faultyArchive(`The archive has more than ${MAX_POSTS} posts.`, at)
      const post = await readArchivedPost(at, author, context)
      batch.lines++
      if (post) batch.posts.push(post)
      if (batch.lines < BATCH) continue
      yield batch
      batch = { posts: [], lines: 0 }
    }
  }
  yield batch
}

async function insertPosts(
  db: TransactionScope['db'],
  posts: readonly ProvenPost[],
  { actor, now, installation }: Context,
): Promise<ReadonlySet<string>> {
  const at = { now, baseUrl: installation.baseUrl }
  const inserted = await insertImportedPosts(
    db,
    actor.agent_id,
    posts.map(({ post }) => post),
    at,
  )
  await insertActs(
    db,
    posts.flatMap(({ act }) => (inserted.has(act.act_id) ? act : [])),
  )
  return inserted
}
