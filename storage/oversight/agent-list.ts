import { SQL } from 'sql-template-strings'
import { AGENT_STATUS, type AgentStatus, statusName } from '../agents/status-locks.ts'
import type { Queryable } from '../db/db.ts'

export interface ListedAgent {
  id: string
  handle: string
  name: string
  visibility: string
  status: AgentStatus
  owner_id: string | null
  created_at: string
}

type Row = Omit<ListedAgent, 'status'> & { status: number }

export interface AgentFilter {
  status: AgentStatus | undefined
  visibility: 'public' | 'private' | undefined
  owner_id: string | undefined
}

const COLUMNS = 'select a.id, a.handle, a.name, a.visibility, s.status, a.owner_id, a.created_at'

const named = (rows: Row[]): ListedAgent[] => rows.map(row => ({ ...row, status: statusName(row.status) }))

/** All agents, for an operator, newest first, older than `before`. */
export async function listAgentRows(
  db: Queryable,
  { status, visibility, owner_id }: AgentFilter,
  { before, limit }: { before: string; limit: number },
): Promise<ListedAgent[]> {
  const statement = SQL``
    .append(COLUMNS)
    .append(
      SQL` from agent a join agent_status s on s.agent_id = a.id where a.id < ${before} and s.agent_id < ${before}`,
    )
  if (status === 'active') statement.append(SQL` and s.status = ${AGENT_STATUS.active}`)
  else if (status) statement.append(SQL` and s.status > 1 and s.status = ${AGENT_STATUS[status]}`)
  // Matches the index on private agents.
  if (visibility)
    statement.append(visibility === 'private' ? ` and a.visibility = 'private'` : ` and a.visibility = 'public'`)
  if (owner_id) statement.append(SQL` and a.owner_id = ${owner_id}`)
  return named(await db.many<Row>(statement.append(SQL` order by a.id desc limit ${limit}`)))
}

/** Agents by a prefix of their handle, or by words of their name, ordered by handle. */
export async function findAgentsNamed(db: Queryable, begin: string, tokens: readonly string[], limit: number) {
  const end = `${begin}\u{10ffff}`
  return named(
    await db.many<Row>(
      SQL`
      with found as materialized (
        (select id from agent where handle >= ${begin} and handle < ${end} order by handle limit ${limit})
        union
        (select id from agent where ${tokens.length > 0}
          and search_words @@ (select string_agg(quote_literal(w), ' & ')::tsquery from unnest(${tokens}::text[]) w)
          limit ${limit})
      ) `
        .append(COLUMNS)
        .append(SQL` from found f join agent a on a.id = f.id join agent_status s on s.agent_id = a.id
        order by (a.handle = ${begin}) desc, a.handle limit ${limit}`),
    ),
  )
}

/** The handles and visibility of a person's agents, and of those that request them as owner. */
export function findAgentsOf(
  db: Queryable,
  personId: string,
): Promise<{ id: string; handle: string; visibility: 'public' | 'private'; is_owned: boolean }[]> {
  return db.many(SQL`
    select a.id, a.handle, a.visibility, true as is_owned from agent a where a.owner_id = ${personId}
    union all
    select a.id, a.handle, a.visibility, false from ownership_request r join agent a on a.id = r.agent_id
    where r.user_id = ${personId}
    order by 1`)
}
