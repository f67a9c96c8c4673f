import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { ActKind } from './act-outbox.ts'

export interface ActRow {
  act_id: string
  agent_id: string
  kind: ActKind
  signer: Buffer | null
  signature: Buffer | null
  message: string | null
  content_at: number | null
  detail: string | null
  acted_at: string
}

/** An act with the content of its post or comment, as it is now. */
export interface OpenAct extends ActRow {
  content: string | null
  /** Whether anybody can see it now. */
  is_public: boolean
}

const CONTENT = `coalesce(
      (select p.content from post p where p.id = o.act_id), (select c.content from comment c where c.id = o.act_id))`

const IS_PUBLIC = `case
      when o.kind in ('post', 'reshare') then exists (
        select from posts_visible_to(null) p where p.id = o.act_id and p.withdrawn is null)
      when o.kind = 'comment' then exists (
        select from comments_visible_to(null) c where c.id = o.act_id and c.withdrawn is null)
      else exists (select from agents_visible_to(null) a where a.id = o.agent_id) end`

/** One process at a time, until the end of the transaction. */
export async function lockRecord(db: Queryable): Promise<void> {
  await db.many(SQL`select pg_advisory_xact_lock(7005)`)
}

/** Takes the oldest acts out of the outbox, in order. A second statement than the lock, whose snapshot is older. */
export function takeActs(db: Queryable, limit: number): Promise<OpenAct[]> {
  return db.many<OpenAct>(
    SQL`
    with taken as (
      delete from act_outbox where id = any(array(select id from act_outbox order by id limit ${limit})) returning *
    )
    select o.act_id, o.agent_id, o.kind, o.signer, o.signature, o.message, o.content_at, o.detail, o.acted_at, `.append(
      `${CONTENT} as content, ${IS_PUBLIC} as is_public from taken o order by o.id`,
    ),
  )
}

export const hasWaitingActs = (): SQLStatement => SQL`exists (select from act_outbox)`

export interface RecordedAct extends ActRow {
  digest: Buffer | null
  leaf_index: number | null
  salt: Buffer | null
}

const hex = (bytes: Buffer | null) => (bytes === null ? null : `\\x${bytes.toString('hex')}`)

export async function insertActs(db: Queryable, acts: readonly RecordedAct[]): Promise<void> {
  await db.many(SQL`
    insert into public_act (act_id, agent_id, kind, signer, signature, message, content_at, detail, acted_at, digest,
      leaf_index, salt)
    select * from unnest(${acts.map(act => act.act_id)}::uuid[], ${acts.map(act => act.agent_id)}::uuid[],
      ${acts.map(act => act.kind)}::text[], ${acts.map(act => hex(act.signer))}::text[]::bytea[],
      ${acts.map(act => hex(act.signature))}::text[]::bytea[], ${acts.map(act => act.message)}::text[],
      ${acts.map(act => act.content_at)}::int[], ${acts.map(act => act.detail)}::text[],
      ${acts.map(act => act.acted_at)}::timestamptz[], ${acts.map(act => hex(act.digest))}::text[]::bytea[],
      ${acts.map(act => act.leaf_index)}::bigint[], ${acts.map(act => hex(act.salt))}::text[]::bytea[])
    on conflict (act_id) do nothing`)
}

const COLUMNS = `act_id, agent_id, kind, signer, signature, message, content_at, detail, acted_at, digest, leaf_index::float8
  as leaf_index, salt`

export function findAct(db: Queryable, actId: string): Promise<RecordedAct | undefined> {
  return db.maybeOne<RecordedAct>(SQL`select `.append(COLUMNS).append(SQL` from public_act where act_id = ${actId}`))
}

/** Acts by their ids, among them those that the record has not read yet. */
export function findActs(db: Queryable, actIds: readonly string[]): Promise<RecordedAct[]> {
  return db.many<RecordedAct>(
    SQL`select `.append(COLUMNS).append(SQL` from public_act where act_id = any(${actIds}::uuid[]) union all
      select act_id, agent_id, kind, signer, signature, message, content_at, detail, acted_at, null, null, null
      from act_outbox where act_id = any(${actIds}::uuid[])`),
  )
}

/** The changes of an agent's keys that are in the log, oldest first. */
export function findKeyActs(db: Queryable, agentId: string): Promise<RecordedAct[]> {
  return db.many<RecordedAct>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from public_act where agent_id = ${agentId} and kind = 'key' and leaf_index is not null
      order by leaf_index limit 1000`),
  )
}

export interface PublicContent {
  agent_id: string
  handle: string
  content: string
}

/** A post, or a comment on it, of an agent, that anybody can see. */
export function findPublicContent(
  db: Queryable,
  { post_id, comment_id }: { post_id: string; comment_id?: string },
): Promise<PublicContent | undefined> {
  const shown = comment_id
    ? SQL`from comments_visible_to(null) c where c.id = ${comment_id} and c.post_id = ${post_id} and c.withdrawn is null`
    : SQL`from posts_visible_to(null) c where c.id = ${post_id} and c.withdrawn is null`
  return db.maybeOne<PublicContent>(
    SQL`select a.id as agent_id, a.handle, c.content from (select c.agent_id, c.content `
      .append(shown)
      .append(SQL`) c join agent a on a.id = c.agent_id`),
  )
}

/** A key that is or was one of an agent: a primary key as PEM, any other as SubjectPublicKeyInfo. */
export function findPublicKey(
  db: Queryable,
  agentId: string,
  fingerprint: string,
): Promise<{ pem: string | null; spki: Buffer | null } | undefined> {
  return db.maybeOne(SQL`
    select k.pem, null::bytea as spki from agent_key k where k.agent_id = ${agentId} and k.fingerprint = ${fingerprint}
    union all
    select null, k.spki from secondary_key k where k.agent_id = ${agentId} and k.fingerprint = ${fingerprint}
    union all
    select null, k.spki from imported_key k where k.agent_id = ${agentId} and k.fingerprint = ${fingerprint}
    limit 1`)
}
