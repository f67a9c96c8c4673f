import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Posts per call of `collectDirtyAgents`. */
const POSTS = 50_000

/** Unchanged agents that each run recomputes anyway, in rotation. */
const SWEPT = 100

export interface RecountRun {
  is_begun: boolean
  /** The agents to count are known. */
  is_gathered: boolean
  gathered_at: string | null
}

export function findRunState(db: Queryable): Promise<RecountRun> {
  return db.one<RecountRun>(SQL`select is_begun, is_gathered, gathered_at from popularity_run`)
}

export interface Due {
  /** Ids of posts that became too old to count since the last run, the upper bound excluded. */
  aged: { from: string; to: string }
  /** Activity before this does not count for trends. */
  day: Date
  /** The lowest id of status changes that the last run may not have seen. */
  since: string
  now: Date
}

/**
 * Starts a run: marks agents as dirty whose score changes only with time, or whose ranking status changed; all of them
 * if the ranking rules changed; and some in rotation.
 */
export async function beginRun(db: Queryable, { aged, day, since, now }: Due): Promise<void> {
  await db.many(SQL`
    with now as materialized (
      select (select checksum from migration where name = 'visible.repeatable.sql') as rules
    ), swept as materialized (
      select agent_id from agent_popularity
      where agent_id > coalesce((select checked_through from popularity_run), '00000000-0000-0000-0000-000000000000')
      order by agent_id limit ${SWEPT}
    ), touched as (
      insert into dirty_agent (agent_id)
      select agent_id from swept
      union select agent_id from agent_trend where oldest_at <= ${day}
      union select p.agent_id from post p
        where p.id >= ${aged.from} and p.id < ${aged.to}
          and (select true from post_engagement e where e.post_id = p.id)
      union select c.agent_id from status_change c join agent_popularity o using (agent_id)
        where c.id >= ${since} and is_undiscoverable(c.from_status) <> is_undiscoverable(c.to_status)
      union select agent_id from agent_popularity
        where (select r.rules is distinct from now.rules from popularity_run r, now)
      on conflict do nothing
    )
    update popularity_run set is_begun = true, gathered_at = ${now}, rules = (select rules from now), checked_through = (
      select agent_id from swept order by agent_id desc limit 1 offset case when (select count(*) from swept) < ${SWEPT}
        then ${SWEPT} else 0 end)`)
}

/** Marks the authors of posts whose counters changed, up to a limit; later changes are for the next run. */
export async function collectDirtyAgents(db: Queryable): Promise<void> {
  await db.many(SQL`
    with taken as (
      delete from dirty_post where ctid = any(array(select ctid from dirty_post limit ${POSTS})) returning post_id
    ), touched as (
      insert into dirty_agent (agent_id)
      select distinct p.agent_id from (select distinct post_id from taken) t join post p on p.id = t.post_id
      on conflict do nothing
    )
    update popularity_run set is_gathered = (select count(*) from taken) < ${POSTS}::int`)
}

export async function findDirtyAgents(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.many<{ agent_id: string }>(SQL`select agent_id from dirty_agent order by 1 limit ${limit}`)
  return rows.map(({ agent_id }) => agent_id)
}

export async function deleteDirtyAgents(db: Queryable, agents: readonly string[]): Promise<void> {
  await db.many(SQL`delete from dirty_agent where agent_id = any(${agents}::uuid[])`)
}
