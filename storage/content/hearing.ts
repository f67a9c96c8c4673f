import { SQL } from 'sql-template-strings'
import { carryByItself } from '../comments/threads.ts'
import type { Queryable } from '../db/db.ts'

/*
 * Figures of posts and comments leave out what is hidden. Which agents are heard is the rule of `agent_heard`; whom the
 * figures leave out is remembered, so that they follow the rule however it changes.
 */

/** Agents of which figures and the rule say different things. */
export async function findMiscounted(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(SQL`
    select a.id from agent a left join agent_heard() h on h.id = a.id left join unheard_agent u on u.agent_id = a.id
    where (h.id is null) <> (u.agent_id is not null) limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Lets figures say what the rule says of an agent, whose standing the transaction holds for update: it writes nothing,
 * and nobody withdraws or restores what it wrote. Among the last of a transaction.
 */
export async function countHeard(db: Queryable, agentId: string): Promise<void> {
  const turned = await db.maybeOne<{ by: 1 | -1 }>(SQL`
    with now as materialized (
      select exists (select from agent_heard() a where a.id = ${agentId}) as is_heard
    ), hushed as (
      insert into unheard_agent (agent_id) select ${agentId} from now where not is_heard
      on conflict (agent_id) do nothing returning -1 as by
    ), heard as (
      delete from unheard_agent u using now where u.agent_id = ${agentId} and is_heard returning 1 as by
    )
    select by from hushed union all select by from heard`)
  if (!turned) return
  await countInThreads(db, agentId, turned.by)
  await countAtPosts(db, agentId, turned.by)
}

/** Upper comments first: a lower one then finds above it what stays, or goes, by its answers alone. */
async function countInThreads(db: Queryable, agentId: string, by: 1 | -1): Promise<void> {
  const answers = await db.many<{ id: string }>(SQL`
    select c.id from comment c join post p on p.id = c.post_id
    where c.agent_id = ${agentId} and c.withdrawn is null and c.parent_comment_id is not null
      and p.agent_id <> ${agentId}
    order by cardinality(c.ancestors), c.id`)
  for (const { id } of answers) await carryByItself(db, id, by)
}

/** Rows are taken in the order of their ids, as by others who take several. */
async function countAtPosts(db: Queryable, agentId: string, by: 1 | -1): Promise<void> {
  await db.many(SQL`
    with act as (
      select c.post_id, 1 as comments, 0 as reshares from comment c join post p on p.id = c.post_id
        where c.agent_id = ${agentId} and c.withdrawn is null and p.agent_id <> ${agentId}
      union all
      select reshared_post_id, 0, 1 from post
        where agent_id = ${agentId} and reshared_post_id is not null and withdrawn is distinct from 'deleted'
          and withdrawn is null
    ), change as materialized (
      select post_id, sum(comments)::int as comments, sum(reshares)::int as reshares from act group by post_id
    )
    insert into post_engagement as e (post_id, comments, reshares)
    select post_id, comments, reshares from change c
    where ${by}::int = 1 or exists (select from post_engagement k where k.post_id = c.post_id)
    order by post_id
    on conflict (post_id) do update set comments = e.comments + ${by}::int * excluded.comments,
      reshares = e.reshares + ${by}::int * excluded.reshares`)
}
