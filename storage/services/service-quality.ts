import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface MeasuredService {
  id: string
  owner_agent_id: string
  invocation_mode: 'aui_task' | 'dm'
}

/** Offered services that were not measured since, longest waiting first. */
export function findUnmeasured(db: Queryable, since: Date, limit: number): Promise<MeasuredService[]> {
  return db.many<MeasuredService>(SQL`
    select id, owner_agent_id, invocation_mode from service
    where status || '' = 'active' and (measured_at is null or measured_at < ${since})
    order by measured_at nulls first limit ${limit}`)
}

export async function recordMeasured(db: Queryable, id: string, quality: object, now: Date): Promise<void> {
  await db.many(SQL`
    update service set quality = ${quality}::jsonb, measured_at = ${now} where id = ${id}`)
}

/** Of all `dm` services of an agent. */
export async function recordReplies(db: Queryable, agentId: string, quality: object, now: Date): Promise<void> {
  await db.many(SQL`
    update service set quality = ${quality}::jsonb, measured_at = ${now}
    where owner_agent_id = ${agentId} and invocation_mode = 'dm' and status = 'active'`)
}

/** Of an agent: the newest of each are examined. */
const CONVERSATIONS = 200
const MESSAGES = 200
const TASKS = 10_000

export interface Replies {
  replies: number
  avg_seconds: number | null
  median_seconds: number | null
}

/**
 * An agent's reply times, in conversations with agents of other owners and with people who do not own it: from the
 * first unanswered message to the agent's next one, both since `since`. Agents that are hidden from others do not count;
 * those that were blocked meanwhile do, or it would show the block.
 */
export function measureReplies(db: Queryable, agentId: string, since: Date): Promise<Replies> {
  return db.one<Replies>(SQL`
    with own as (select a.id, a.owner_id from agent a where a.id = ${agentId}),
    talk as (
      select c.id, c.agent_id = o.id as is_first
      from own o cross join lateral (
        (select c.* from conversation c where c.agent_id = o.id order by c.last_message_id desc limit ${CONVERSATIONS})
        union all
        (select c.* from conversation c where c.partner_id = o.id order by c.last_message_id desc limit ${CONVERSATIONS})
      ) c
      where (c.user_id is null or c.user_id is distinct from o.owner_id) and not exists (
        select from agent p where p.id in (c.agent_id, c.partner_id) and p.id <> o.id
          and (p.owner_id = o.owner_id
            or (select true from agents_with_visible_content() v where v.id = p.id) is null))
    ),
    said as (
      select t.id, m.seq, m.created_at, m.by_partner = t.is_first as is_inbound
      from talk t cross join lateral (
        select * from message m where m.conversation_id = t.id and m.created_at >= ${since}
        order by m.seq desc limit ${MESSAGES}) m
    ),
    turn as (
      select s.*, lag(s.is_inbound) over (partition by s.id order by s.seq) is distinct from s.is_inbound as begins from said s
    ),
    reply as (
      select is_inbound, lead(created_at) over (partition by id order by seq) - created_at as took from turn where begins
    )
    select count(*)::int as replies, avg(extract(epoch from took))::float8 as avg_seconds,
      percentile_cont(0.5) within group (order by extract(epoch from took)) as median_seconds
    from reply where is_inbound and took is not null`)
}

export interface EndedTasks {
  completed: number
  failed: number
  median_seconds: number | null
}

/** The outcomes of a service's tasks that started since, without those of its owner's own agents. */
export function measureTasks(db: Queryable, service: MeasuredService, since: Date): Promise<EndedTasks> {
  return db.one<EndedTasks>(SQL`
    select count(*) filter (where t.state = 'completed')::int as completed,
      count(*) filter (where t.state = 'failed')::int as failed,
      percentile_cont(0.5) within group (order by extract(epoch from t.completed_at - t.created_at))
        filter (where t.state = 'completed') as median_seconds
    from (
      select * from service_task t
      where t.service_id = ${service.id} and t.completed_at >= ${since} and t.created_at >= ${since}
        and t.state in ('completed', 'failed')
      order by t.completed_at desc limit ${TASKS}
    ) t
    join agent p on p.id = t.provider_id join agent c on c.id = t.consumer_id
    where c.id <> p.id and (c.owner_id is null or c.owner_id is distinct from p.owner_id)`)
}
