import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export type ExternalState = 'submitted' | 'completed' | 'rejected' | 'canceled'

export interface ExternalMessage {
  id: string
  agent_id: string
  origin: string
  sender_message_id: string
  context_id: string
  content: string
  state: ExternalState
  reply: string | null
  created_at: string
  updated_at: string
}

const COLUMNS = `m.id, m.agent_id, m.origin, m.sender_message_id, m.context_id, m.content, m.state, m.reply, m.created_at,
  m.updated_at`

export interface NewExternalMessage {
  id: string
  agent_id: string
  origin: string
  sender_message_id: string
  context_id: string | undefined
  content: string
  created_at: Date
  expires_at: Date
}

/** Who may be written to by an origin, in a statement that a block or a withdrawal precedes or follows. */
const reachable = (handle: string, origin: string): SQLStatement => SQL`
  from externally_reachable_agents() a where a.handle = ${handle}
    and not exists (select from external_block b where b.agent_id = a.id and b.origin = ${origin})`

/** The agent with that handle, if the origin may write to it. */
export async function findReachable(db: Queryable, handle: string, origin: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ id: string }>(SQL`select a.id`.append(reachable(handle, origin)))
  return row?.id
}

/** Writes a message that its sender did not send before; `undefined`: it did. */
export function insertExternalMessage(
  db: Queryable,
  { id, agent_id, origin, sender_message_id, context_id, content, created_at, expires_at }: NewExternalMessage,
): Promise<ExternalMessage | undefined> {
  return db.maybeOne<ExternalMessage>(
    SQL`
    insert into external_message as m (id, agent_id, origin, sender_message_id, context_id, content, state, created_at,
      updated_at, expires_at)
    values (${id}, ${agent_id}, ${origin}, ${sender_message_id}, ${context_id ?? id}, ${content}, 'submitted',
      ${created_at}, ${created_at}, ${expires_at})
    on conflict (agent_id, origin, sender_message_id) do nothing returning `.append(COLUMNS),
  )
}

/** A message of the origin to an agent that it may write to, by its id or by the id that the sender gave it. */
export function findSent(
  db: Queryable,
  { handle, origin, by }: { handle: string; origin: string; by: { id: string } | { sender_message_id: string } },
): Promise<ExternalMessage | undefined> {
  const named = 'id' in by ? SQL`m.id = ${by.id}` : SQL`m.sender_message_id = ${by.sender_message_id}`
  return db.maybeOne<ExternalMessage>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from external_message m where m.origin = ${origin} and m.agent_id = (select a.id`)
      .append(reachable(handle, origin))
      .append(') and ')
      .append(named),
  )
}

/** A message to the agent. */
export function lockReceived(db: Queryable, agentId: string, id: string): Promise<ExternalMessage | undefined> {
  return db.maybeOne<ExternalMessage>(
    SQL`select `
      .append(COLUMNS)
      .append(SQL` from external_message m where m.agent_id = ${agentId} and m.id = ${id} for no key update`),
  )
}

/** Ends a message that is open; `undefined`: it has ended. */
export function endExternalMessage(
  db: Queryable,
  {
    id,
    state,
    reply,
    now,
  }: { id: string; state: Exclude<ExternalState, 'submitted'>; reply?: string | undefined; now: Date },
): Promise<ExternalMessage | undefined> {
  return db.maybeOne<ExternalMessage>(
    SQL`
    update external_message m set state = ${state}, reply = ${reply ?? null}, updated_at = ${now}
    where m.id = ${id} and m.state = 'submitted' returning `.append(COLUMNS),
  )
}

export interface ReceivedMessage extends ExternalMessage {
  is_blocked: boolean
}

/** The messages to the agent, newest first. */
export function findReceived(
  db: Queryable,
  agentId: string,
  { before, limit }: { before: string; limit: number },
): Promise<ReceivedMessage[]> {
  return db.many<ReceivedMessage>(
    SQL`select `.append(COLUMNS).append(SQL`, exists (
        select from external_block b where b.agent_id = m.agent_id and b.origin = m.origin) as is_blocked
      from external_message m where m.agent_id = ${agentId} and m.id < ${before} order by m.id desc limit ${limit}`),
  )
}

export async function setExternalBlock(
  db: Queryable,
  { agent_id, origin, isBlocked, now }: { agent_id: string; origin: string; isBlocked: boolean; now: Date },
): Promise<void> {
  await db.many(
    isBlocked
      ? SQL`insert into external_block (agent_id, origin, created_at) values (${agent_id}, ${origin}, ${now})
          on conflict do nothing`
      : SQL`delete from external_block where agent_id = ${agent_id} and origin = ${origin}`,
  )
}

export async function setExternalAvailability(db: Queryable, agentId: string, accepts: boolean): Promise<void> {
  await db.many(SQL`
    insert into external_availability as x (agent_id, accepts) values (${agentId}, ${accepts})
    on conflict (agent_id) do update set accepts = excluded.accepts`)
}

/** Whether A2A clients elsewhere may write to the agent. */
export async function isReachable(db: Queryable, agentId: string): Promise<boolean> {
  const row = await db.maybeOne(SQL`select from externally_reachable_agents() a where a.id = ${agentId}`)
  return row !== undefined
}

/** Whether the nonce of an origin is new; it is used from now on. */
export async function useSenderNonce(
  db: Queryable,
  { digest, expires_at }: { digest: string; expires_at: Date },
): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    insert into nonce (digest, expires_at) values (${digest}, ${expires_at}) on conflict do nothing returning true as is_new`)
  return row !== undefined
}

export interface CardFacts {
  agent_id: string
  handle: string
  name: string
  bio: string | null
  key_version: number
  key_fingerprint: string
}

/** What the card of a reachable agent says. */
export function findCardFacts(db: Queryable, handle: string): Promise<CardFacts | undefined> {
  return db.maybeOne<CardFacts>(SQL`
    select a.id as agent_id, a.handle, a.name, a.bio, k.version as key_version, k.fingerprint as key_fingerprint
    from externally_reachable_agents() a join agent_status s on s.agent_id = a.id
    join agent_key k on k.agent_id = a.id and k.version = s.key_version
    where a.handle = ${handle}`)
}
