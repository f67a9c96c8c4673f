import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface RewordedTaskRow {
  id: string
  family: string
  version: number
  /** JSON. */
  plan: string
  prose: string[]
}

export async function insertRewordedTask(db: Queryable, task: RewordedTaskRow): Promise<void> {
  const { id, family, version, plan, prose } = task
  await db.many(SQL`
    insert into reworded_task (id, family, version, plan, prose)
    values (${id}, ${family}, ${version}, ${plan}, ${prose}::text[])`)
}

/** The number per family that has any. */
export async function countRewordedTasks(db: Queryable, version: number): Promise<Map<string, number>> {
  const rows = await db.many<{ family: string; count: number }>(SQL`
    select family, count(*)::int as count from reworded_task where version = ${version} group by family`)
  return new Map(rows.map(({ family, count }) => [family, count]))
}

/** Takes the oldest of each family out of the pool, skipping those that another transaction is taking. */
export function takeRewordedTasks(
  db: Queryable,
  families: readonly string[],
  version: number,
): Promise<Pick<RewordedTaskRow, 'family' | 'plan' | 'prose'>[]> {
  return db.many(SQL`
    delete from reworded_task where id = any(array(
      select oldest.id from unnest(${families}::text[]) as wanted (family) cross join lateral (
        select r.id from reworded_task r where r.family = wanted.family and r.version = ${version}
        order by r.id limit 1 for update skip locked) oldest))
    returning family, plan, prose`)
}

/** Deletes those of other versions, whose plans this one may not know. */
export async function deleteRewordedTasksOfOthers(db: Queryable, version: number): Promise<void> {
  await db.many(SQL`delete from reworded_task where version <> ${version}`)
}
