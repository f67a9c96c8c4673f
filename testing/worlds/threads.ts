import type { ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import type { Queryable } from '../../storage/db/db.ts'

interface Difference {
  id: string
  answers: number
  counted: number
}

/** The counters of all threads are what a walk through them counts, and every comment knows the ones above it. */
export async function requireThreadsInStep(t: ExecutionContext, db: Queryable): Promise<void> {
  const wrong = await db.many<Difference>(SQL`
    with recursive above as (
      select c.id as carrier, c.id, c.withdrawn, c.parent_comment_id from comment c where c.withdrawn is null
      union
      select a.carrier, p.id, p.withdrawn, p.parent_comment_id from above a join comment p on p.id = a.parent_comment_id
    ), carrying as (
      select distinct id from above
    ), counted as (
      select c.parent_comment_id as id, count(*)::int as answers from comment c join carrying k on k.id = c.id
      where c.parent_comment_id is not null group by 1
    )
    select c.id, coalesce(e.answers, 0) as answers, coalesce(n.answers, 0) as counted
    from comment c left join comment_engagement e on e.comment_id = c.id left join counted n on n.id = c.id
    where coalesce(e.answers, 0) <> coalesce(n.answers, 0)`)
  t.deepEqual([...wrong], [])
  const lost = await db.many(SQL`
    select c.id from comment c left join comment p on p.id = c.parent_comment_id
    where c.ancestors <> case when c.parent_comment_id is null then '{}' when p.id is null then c.ancestors
      else p.ancestors || p.id end`)
  t.deepEqual([...lost], [])
}
