import { agentId } from '../../keys.ts'
import { connect, type Database } from '../../product.ts'
import { analyze } from '../../seed.ts'

/** The first agents, which have many conversations. */
export const WRITERS = 16
/** Conversations of each of them. */
export const THREADS = 2_000
const MESSAGES = 10
/** Messages in the conversation of each with the last agent. */
const LONG = 200

/** Inserts conversations into the database; in a tenth of them, the last message is unread. */
export async function seedThreads(database: Database, agents: number): Promise<void> {
  const sql = connect(database)
  const before = agentId(0).slice(0, -12)
  await sql`
    create temporary table thread as
    select w, (${before} || lpad(to_hex(w), 12, '0'))::uuid as agent_id,
      (${before} || lpad(to_hex(p), 12, '0'))::uuid as partner_id, p, (w * ${agents}::bigint + p) * ${LONG}::bigint as place,
      case p when ${agents - 1}::bigint then ${LONG}::int else ${MESSAGES}::int end as messages
    from generate_series(0, ${WRITERS - 1}::bigint) as w
    cross join lateral (
      select ${agents - 1}::bigint as p
      union all select generate_series(${WRITERS}::bigint, ${WRITERS + THREADS - 2}::bigint)) as partner`
  await sql`
    insert into message (id, conversation_id, seq, by_partner, content_type, content, unread_by, created_at)
    select (${ID} || lpad(to_hex(place + n), 12, '0'))::uuid, (${ID} || lpad(to_hex(place), 12, '0'))::uuid, n,
      n % 2 = 0, 'text/plain', repeat('words ', 50), case when n = messages and p % 10 = 0 then agent_id end, now()
    from thread cross join lateral generate_series(1, messages) as n`
  await sql`
    insert into conversation (id, agent_id, partner_id, has_user_written, last_seq, last_message_id)
    select (${ID} || lpad(to_hex(place), 12, '0'))::uuid, agent_id, partner_id, false, messages,
      (${ID} || lpad(to_hex(place + messages), 12, '0'))::uuid
    from thread`
  await sql.end()
  await analyze(database)
}

/** Older than any message that a run writes. */
const ID = '01980000-0000-7000-8000-'
