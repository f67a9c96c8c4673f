import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface AgentExport {
  id: string
  requested_at: string
  /** `null`: it is being made. */
  completed_at: string | null
  expires_at: string
  bytes: number
}

export function findExport(db: Queryable, agentId: string): Promise<AgentExport | undefined> {
  return db.maybeOne<AgentExport>(SQL`
    select id, requested_at, completed_at, expires_at, bytes from agent_export where agent_id = ${agentId}`)
}

/** Replaces the previous export of an agent, whose status row the transaction has locked. */
export async function replaceExport(
  db: Queryable,
  row: { agent_id: string; id: string; requested_at: Date; expires_at: Date },
): Promise<void> {
  await db.many(SQL`delete from agent_export where agent_id = ${row.agent_id}`)
  await db.many(SQL`
    insert into agent_export (agent_id, id, requested_at, continued_at, expires_at)
    values (${row.agent_id}, ${row.id}, ${row.requested_at}, ${row.requested_at}, ${row.expires_at})`)
}

/** An export that is being made, with the position of its next part. */
export interface UnfinishedExport {
  id: string
  agent_id: string
  handle: string
  requested_at: string
  section: number
  position: string[] | null
  parts: number
  bytes: number
}

/** Of several exports, the one that waited longest, not set aside; locked until the transaction ends. */
export function takeExport(db: Queryable, skipped: readonly string[]): Promise<UnfinishedExport | undefined> {
  return db.maybeOne<UnfinishedExport>(SQL`
    select e.id, e.agent_id, a.handle, e.requested_at, e.section, e.position, e.parts, e.bytes
    from agent_export e join agent a on a.id = e.agent_id
    where e.completed_at is null and e.id <> all(${skipped}::uuid[])
    order by e.continued_at limit 1 for no key update of e skip locked`)
}

export const hasUnfinishedExport = (): SQLStatement => SQL`exists (select from agent_export where completed_at is null)`

export interface ArchivedFile {
  file: string
  records: number
  sha256: string
}

/** Appends a part to an export that the transaction has locked. */
export async function insertPart(
  db: Queryable,
  { id, parts, bytes }: UnfinishedExport,
  { file, records, sha256, content }: ArchivedFile & { content: Buffer },
): Promise<void> {
  await db.many(SQL`
    insert into agent_export_part (export_id, ordinal, first_byte, file, records, sha256, content)
    values (${id}, ${parts}, ${bytes}, ${file}, ${records}, ${sha256}, ${content})`)
  await db.many(SQL`
    update agent_export set parts = parts + 1, bytes = bytes + ${content.length} where id = ${id}`)
}

export async function moveExport(
  db: Queryable,
  id: string,
  to: Pick<UnfinishedExport, 'section' | 'position'>,
  now: Date,
): Promise<void> {
  await db.many(SQL`
    update agent_export set section = ${to.section}, position = ${to.position}::text[], continued_at = ${now}
    where id = ${id}`)
}

export async function completeExport(db: Queryable, id: string, now: Date, expiresAt: Date): Promise<void> {
  await db.many(SQL`update agent_export set completed_at = ${now}, expires_at = ${expiresAt} where id = ${id}`)
}

/** In the order of the archive. */
export function listArchivedFiles(db: Queryable, exportId: string): Promise<ArchivedFile[]> {
  return db.many<ArchivedFile>(SQL`
    select file, records, sha256 from agent_export_part where export_id = ${exportId} order by ordinal`)
}

/** The part of a completed export that holds this byte. */
export function findPart(
  db: Queryable,
  exportId: string,
  byte: number,
): Promise<{ first_byte: number; content: Buffer } | undefined> {
  return db.maybeOne<{ first_byte: number; content: Buffer }>(SQL`
    select p.first_byte, p.content from agent_export_part p join agent_export e on e.id = p.export_id
    where p.export_id = ${exportId} and p.first_byte <= ${byte} and e.completed_at is not null
    order by p.ordinal desc limit 1`)
}
