import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
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

/** SQL for the number of these. */
export const serviceCount = (agent: string): string =>
  `(select count(*)::int from service_open() s where s.owner_agent_id = ${agent})`
