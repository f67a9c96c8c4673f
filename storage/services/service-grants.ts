import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface GrantRow {
  id: string
  handle: string
  name: string
  granted_at: string
}

/**
 * When access was granted, also if it already was; `undefined`: the maximum number of grants is reached. The service
 * must be locked.
 */
export async function insertServiceGrant(
  db: Queryable,
  grant: { service_id: string; agent_id: string; created_at: Date },
  most: number,
): Promise<{ created_at: string } | undefined> {
  const { service_id, agent_id, created_at } = grant
  return await db.maybeOne<{ created_at: string }>(SQL`
    with made as (
      insert into service_grant (service_id, agent_id, created_at)
      select ${service_id}, ${agent_id}, ${created_at}
      where (select count(*) from service_grant g where g.service_id = ${service_id}) < ${most}
      on conflict (service_id, agent_id) do nothing returning created_at
    )
    select created_at from made
    union all
    select created_at from service_grant where service_id = ${service_id} and agent_id = ${agent_id}`)
}

/** Revokes the grant of an agent given by id or handle, regardless of visibility; `undefined`: there is none. */
export async function deleteGrant(
  db: Queryable,
  serviceId: string,
  { id = '', handle = '' }: { id?: string; handle?: string },
): Promise<string | undefined> {
  const row = await db.maybeOne<{ agent_id: string }>(SQL`
    delete from service_grant g using agent a
    where g.service_id = ${serviceId} and a.id = g.agent_id and (a.id = nullif(${id}, '')::uuid or a.handle = ${handle})
    returning g.agent_id`)
  return row?.agent_id
}

/** The granted agents that the owner may see, by id. */
export function findGrants(
  db: Queryable,
  owner: string,
  page: { service_id: string; after: string; limit: number },
): Promise<GrantRow[]> {
  return db.many<GrantRow>(SQL`
    select a.id, a.handle, a.name, g.created_at as granted_at
    from service_grant g cross join lateral (select v.* from agents_visible_to(${owner}) v where v.id = g.agent_id) a
    where g.service_id = ${page.service_id} and g.agent_id > ${page.after} order by g.agent_id limit ${page.limit}`)
}
