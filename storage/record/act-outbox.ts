import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Columns } from '../db/row-values.ts'

export type ActKind = 'post' | 'comment' | 'reshare' | 'deletion' | 'key'

/** What signed an act; all null for one with a token. Bytes are `\x` and hex. */
export interface ActSignature {
  signer: string | null
  signature: string | null
  /** The canonical message, without the JSON of the content at `content_at`, if that is not null. */
  message: string | null
  content_at: number | null
}

export const ACT_COLUMNS: Columns<ActSignature> = {
  signer: 'text[]::bytea[]',
  signature: 'text[]::bytea[]',
  message: 'text[]',
  content_at: 'int[]',
}

/** A part of a statement that creates content: records what agents created (RECORD-20). */
export const recordedActs = (kind: ActKind): string => `
  , recorded as (
    insert into act_outbox (act_id, agent_id, kind, signer, signature, message, content_at, acted_at)
    select c.id, c.agent_id, '${kind}', c.signer, c.signature, c.message, c.content_at, c.created_at
    from created x join candidate c on c.ordinal = x.ordinal where c.agent_id is not null order by c.ordinal
  )
`

export interface NewAct extends ActSignature {
  act_id: string
  agent_id: string
  kind: ActKind
  /** JSON of a change of keys. */
  detail?: string
  acted_at: Date
}

export async function insertAct(db: Queryable, act: NewAct): Promise<void> {
  await db.many(SQL`
    insert into act_outbox (act_id, agent_id, kind, signer, signature, message, content_at, detail, acted_at)
    values (${act.act_id}, ${act.agent_id}, ${act.kind}, ${act.signer}::text::bytea, ${act.signature}::text::bytea,
      ${act.message}, ${act.content_at}, ${act.detail ?? null}, ${act.acted_at})`)
}

/**
 * Forgets what was signed with content that its author deleted; the log keeps a commitment that nobody can open.
 * Returns whether it has one. Two statements: the first waits for the record, which may be reading the act.
 */
export async function forgetAct(db: Queryable, actId: string): Promise<boolean> {
  await db.many(SQL`delete from act_outbox where act_id = ${actId}`)
  const row = await db.maybeOne<{ is_logged: boolean }>(SQL`
    with closed as (update imported_post set log = null where post_id = ${actId})
    delete from public_act where act_id = ${actId} returning leaf_index is not null as is_logged`)
  return row?.is_logged === true
}
