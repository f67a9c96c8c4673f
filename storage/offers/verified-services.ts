import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

const VERIFIED = (now: Date) => SQL`from offers_discoverable_to(null, ${now}) o
    join service s on s.id = o.service_id
    join agent a on a.id = s.owner_agent_id and is_recommendable(a.visibility, a.handle)`

/** The offers of recommendable agents whose providers passed their checks lately, oldest service first: one page of them. */
export async function findVerifiedOffers(
  db: Queryable,
  { now, offset, limit }: { now: Date; offset: number; limit: number },
): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    SQL`select o.id `.append(VERIFIED(now)).append(SQL` order by o.service_id limit ${limit} offset ${offset}`),
  )
  return rows.map(({ id }) => id)
}

/** Their number, counted up to `most`. */
export async function countVerifiedOffers(db: Queryable, { now, most }: { now: Date; most: number }): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    SQL`select count(*)::int as count from (select `.append(VERIFIED(now)).append(SQL` limit ${most}) c`),
  )
  return count
}
