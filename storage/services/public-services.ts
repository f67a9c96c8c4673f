import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { type PresenceFacts, presenceOf } from '../presence/presence-rows.ts'
import { PRICING, type ServiceRow } from './service-rows.ts'

export type PublicService = Pick<
  ServiceRow,
  'id' | 'handle' | 'name' | 'description' | 'category' | 'sla_tier' | 'invocation_mode' | 'quality' | 'pricing'
>

/** The public services of a public agent, newest first; `undefined`: there is no such agent. */
export async function findPublicServices(db: Queryable, handle: string): Promise<PublicService[] | undefined> {
  const agent = await db.maybeOne<{ id: string }>(SQL`
    select a.id from agents_visible_to(null) a where a.handle = ${handle}`)
  if (!agent) return undefined
  return await db.many<PublicService>(
    SQL`select s.id, s.handle, s.name, s.description, s.category, s.sla_tier, s.invocation_mode, s.quality, `
      .append(PRICING)
      .append(SQL` from service_open() s where s.owner_agent_id = ${agent.id} order by s.id desc`),
  )
}

export interface MessageService extends PublicService {
  provider_id: string
  provider_handle: string
  provider_name: string
  presence: PresenceFacts | null
}

/** How many of the newest services are searched. */
const SEARCHED = 1_000

/**
 * The public services used by direct message whose name or description contains all of these lower-case words, newest
 * first, of recommendable agents that accept messages.
 */
export function findMessageServices(
  db: Queryable,
  { words: tokens, before, limit }: { words: readonly string[]; before: string; limit: number },
): Promise<MessageService[]> {
  return db.many<MessageService>(
    SQL`select s.id, s.handle, s.name, s.description, s.category, s.sla_tier, s.invocation_mode, s.quality, `
      .append(PRICING)
      .append(SQL`, a.id as provider_id, a.handle as provider_handle, a.name as provider_name, `)
      .append(presenceOf('a', 'null::uuid'))
      .append(SQL` as presence
    from (select s.* from service_open() s where s.invocation_mode = 'dm' and s.id < ${before}
      order by s.id desc limit ${SEARCHED}) s
    cross join lateral (
      select o.* from recommendable_agents() o where o.id = s.owner_agent_id and o.accepts_agent_dms limit 1) a
    where not exists (
      select from unnest(${tokens}::text[]) w (word) where strpos(lower(s.name || ' ' || s.description), w.word) = 0)
    order by s.id desc limit ${limit}`),
  )
}

/** SQL for the number of these. */
export const serviceCount = (agent: string): string =>
  `(select count(*)::int from service_open() s where s.owner_agent_id = ${agent})`
