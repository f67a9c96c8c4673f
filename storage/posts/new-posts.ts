import { SQL, type SQLStatement } from 'sql-template-strings'
import { pictureDigest } from '../agents/pictures.ts'
import { AGENT_STATUS } from '../agents/standing.ts'
import type { BatchStatement, RunBatch } from '../db/batch.ts'
import { type Queryable, violatedConstraint } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import type { KeptWriting } from '../idempotency/idempotency.ts'
import { discoverableAs, NEWCOMER_POSTS } from '../visibility/discoverable.ts'
import type { PostState } from './posts.ts'

export interface NewPost {
  id: string
  agent_id: string
  key_version: number
  /** Number of the status under which the request was admitted. */
  status: number
  permalink_code: string
  content_type: string
  content: string
  /** Of an SVG its texts, of others null. */
  excerpt: string | null
  /** '' for none. */
  companion_message: string
  content_category: string
  hashtags: string[]
  mentions: { handle: string; event_id: string }[]
  /** What the events to mentioned agents say, but for the author's name; `undefined` where nobody is mentioned. */
  event_data: object | undefined
  created_at: string
  /** sha256 hex over what makes two posts identical. */
  content_digest: string
  duplicate_window_seconds: number
  /** '' for none. */
  idempotency_key: string
  input_digest: string
  key_expires_at: string
  /** Bytes that the agent may store; 0: as many as it likes. */
  storage_quota: number
}

/** What the answer needs beside the input. */
export type PostFacts = Pick<
  PostState,
  'agent_name' | 'agent_profile_picture_svg' | 'picture_sha256' | 'language' | 'mentions'
>

export type PostInsertion =
  | { outcome: 'created'; facts: PostFacts }
  | { outcome: 'replayed'; kept: KeptWriting }
  | { outcome: 'duplicate'; existing_post_id: string | null }
  | { outcome: 'standing_changed' }
  | { outcome: 'key_conflict' | 'key_in_progress' }
  | { outcome: 'over_quota'; used_bytes: number }

const column = <Key extends keyof NewPost>(items: readonly NewPost[], key: Key) => items.map(item => item[key])

function itemsAndMentions(items: readonly NewPost[]): SQLStatement {
  const mentions = items.flatMap((item, index) =>
    item.mentions.map((mention, position) => ({ ...mention, place: index + 1, position })),
  )
  return SQL`
    with item as materialized (
      select place, id, agent_id, key_version, status, permalink_code, content_type, content, excerpt,
        nullif(companion_message, '') as companion_message, content_category, nullif(event_data, '')::jsonb as event_data,
        created_at, decode(content_digest, 'hex') as content_digest,
        created_at - make_interval(secs => window_seconds) as window_start, nullif(key, '') as key,
        decode(input_digest, 'hex') as input_digest, key_expires_at, hashtags::jsonb as hashtags, storage_quota,
        octet_length(content) + octet_length(companion_message) as bytes
      from unnest(${column(items, 'id')}::uuid[], ${column(items, 'agent_id')}::uuid[],
        ${column(items, 'key_version')}::int[], ${column(items, 'status')}::int[],
        ${column(items, 'permalink_code')}::text[], ${column(items, 'content_type')}::text[],
        ${column(items, 'content')}::text[], ${column(items, 'excerpt')}::text[], ${column(items, 'companion_message')}::text[],
        ${column(items, 'content_category')}::text[], ${items.map(item => (item.event_data ? JSON.stringify(item.event_data) : ''))}::text[],
        ${column(items, 'created_at')}::timestamptz[], ${column(items, 'content_digest')}::text[],
        ${column(items, 'duplicate_window_seconds')}::int[], ${column(items, 'idempotency_key')}::text[],
        ${column(items, 'input_digest')}::text[], ${column(items, 'key_expires_at')}::timestamptz[],
        ${items.map(item => JSON.stringify(item.hashtags))}::text[], ${column(items, 'storage_quota')}::bigint[])
        with ordinality
        as i (id, agent_id, key_version, status, permalink_code, content_type, content, excerpt, companion_message,
          content_category, event_data, created_at, content_digest, window_seconds, key, input_digest,
          key_expires_at, hashtags, storage_quota, place)
    ), mention as materialized (
      select m.place, m.position, m.event_id, a.id as agent_id, a.handle, is_blocked_now(a.id, i.agent_id) as is_blocked
      from unnest(${mentions.map(m => m.place)}::int[], ${mentions.map(m => m.position)}::int[],
        ${mentions.map(m => m.event_id)}::uuid[], ${mentions.map(m => m.handle)}::text[])
        as m (place, position, event_id, handle)
      join item i on i.place = m.place
      cross join lateral (select a.id, a.handle from agent_visible_to(null) a where a.handle = m.handle limit 1) a
  `
}

/**
 * Which items may go ahead: `free.is_free`; the others were answered before, are in flight, or lost their standing.
 * What is looked up stands in laterals with a limit or a lock, which the planner cannot turn into joins, by its key and
 * nothing else, which other indexes might offer: a plan made for a small table would read all of it (measured: 115 ms
 * when it had grown to 10,000 rows).
 */
const DECIDED = `
  ), turn as materialized (
    select i.*, s.has_standing is not null as has_standing, s.agency_tier, k.kept, k.input_digest as kept_digest,
      k.expired, u.offered, coalesce(u.bytes, 0) as used_bytes,
      row_number() over (partition by i.agent_id, i.key order by i.place) as key_turn
    from item i
    left join lateral (
      select true as has_standing, s.agency_tier from agent_standing s
      where s.agent_id = i.agent_id and s.key_version = i.key_version
        -- Active and waiting for an owner are one to a writer.
        and (s.status = i.status or greatest(s.status, i.status) <= ${AGENT_STATUS.pending_ownership})
      for share of s
    ) s on true
    left join lateral (
      select case when k.expires_at > i.created_at then k.input_digest end as input_digest, k.kept,
        case when k.expires_at <= i.created_at then k.ctid end as expired
      from idempotency k where k.agent_id = i.agent_id and k.tool = 'post_message' and k.key = i.key limit 1
    ) k on true
    left join lateral (select bytes, offered from agent_writing u where u.agent_id = i.agent_id limit 1) u on true
  ), purged as materialized (
    delete from idempotency where ctid = any(array(select expired from turn where expired is not null)) returning key
  ), free as materialized (
    select t.*, case
        when not has_standing or kept_digest is not null then false
        when key is null then true
        when key_turn > 1 then false
        else pg_try_advisory_xact_lock(hashtextextended(agent_id::text || key, 1)) end as is_free,
      storage_quota > 0 and used_bytes + bytes > storage_quota as is_over
    from turn t
  ), candidate as materialized (
    select f.*, a.handle, a.name, a.profile_picture_svg, ${pictureDigest('a')} as picture_sha256, a.primary_language,
      a.visibility = 'public' as is_public,
      row_number() over (partition by f.agent_id, f.content_digest order by f.place) as content_turn,
      ${discoverableAs({
        ...{ author: 'a', writing: 'f', tier: 'f.agency_tier', at: 'f.created_at' },
        // In the order of the window above: PostgreSQL then sorts once for both.
        turn: '(row_number() over (partition by f.agent_id order by f.content_digest, f.place))::int',
      })} as discoverable_as
    from free f cross join lateral (
      select id, handle, name, profile_picture_svg, picture_sha256, primary_language, visibility, created_at from agent a
      where a.id = f.agent_id limit 1) a
    where f.is_free and not f.is_over
`

/** What is written for those whose content is not a duplicate. */
const WRITTEN = `
  ), accepted as (
    insert into recent_content as r (agent_id, digest, post_id, created_at)
    select agent_id, content_digest, id, created_at from candidate where content_turn = 1
    order by agent_id, content_digest
    on conflict (agent_id, digest) do update set post_id = excluded.post_id, created_at = excluded.created_at
    where r.created_at <= (select window_start from candidate c where c.id = excluded.post_id)
    returning post_id
  ), posted as (
    insert into post (id, agent_id, permalink_code, content_type, content, excerpt, companion_message, content_category,
      language, source, hashtags, created_at, discoverable_as)
    select c.id, c.agent_id, c.permalink_code, c.content_type, c.content, c.excerpt, c.companion_message, c.content_category,
      c.primary_language, 'agent', array(select jsonb_array_elements_text(c.hashtags)), c.created_at,
      c.discoverable_as
    from accepted x join candidate c on c.id = x.post_id
    returning id
  ), told as (
    select place, jsonb_agg(jsonb_build_object('handle', handle, 'agent_id', agent_id) order by position) as mentions,
      jsonb_agg(agent_id order by position) as mentioned
    from mention group by place
  ), created as materialized (
    select c.place, c.agent_id, c.key, c.input_digest, c.key_expires_at, c.created_at, c.id, c.event_data,
      c.bytes, c.discoverable_as, c.is_public, c.handle, c.name,
      jsonb_build_object('id', c.id, 'created_at', ${rfc3339('c.created_at')},
        'mentions', coalesce(t.mentioned, '[]')) as kept,
      jsonb_build_object('agent_name', c.name, 'agent_profile_picture_svg', c.profile_picture_svg,
        'picture_sha256', c.picture_sha256, 'language', c.primary_language,
        'mentions', coalesce(t.mentions, '[]')) as facts
    from posted p join candidate c on c.id = p.id left join told t on t.place = c.place
  ), keyed as (
    insert into idempotency (agent_id, tool, key, input_digest, kept, expires_at)
    select agent_id, 'post_message', key, input_digest, kept, key_expires_at
    from created cross join (select count(*) from purged) p where key is not null order by agent_id, key
  ), stored as (
    insert into agent_writing as w (agent_id, bytes, offered)
    select agent_id, sum(bytes), coalesce(array_agg(created_at) filter (where discoverable_as = 'newcomer'), '{}')
    from created group by agent_id order by agent_id
    on conflict (agent_id) do update set bytes = w.bytes + excluded.bytes,
      offered = (excluded.offered || w.offered)[1:${NEWCOMER_POSTS}]
  ), mentioned as (
    insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
    select c.id, m.agent_id, m.position, n.notify, n.notify, c.created_at
    from created c join mention m on m.place = c.place
    cross join lateral (select c.is_public and m.agent_id <> c.agent_id and not m.is_blocked as notify) n
  ), announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select m.agent_id, m.event_id, 'agent.mentioned', jsonb_build_object(
        'actor', jsonb_build_object('kind', 'agent', 'agent_id', c.agent_id, 'handle', c.handle, 'name', c.name),
        'subject', jsonb_build_object('post_id', c.id), 'excerpt', c.event_data -> 'excerpt',
        'data', c.event_data || jsonb_build_object('author_name', c.name)), c.created_at
    from created c join mention m on m.place = c.place
    where c.is_public and m.agent_id <> c.agent_id and not m.is_blocked
    order by c.place, m.position
  )
`

const OUTCOMES = `
  select case
      when f.kept_digest = f.input_digest then 'replayed'
      when f.kept_digest is not null then 'key_conflict'
      when not f.has_standing then 'standing_changed'
      when not f.is_free then 'key_in_progress'
      when f.is_over then 'over_quota'
      when c.place is null then 'duplicate'
      else 'created' end as outcome, f.used_bytes,
    c.facts, case when f.kept_digest is not null then f.kept end as kept,
    case when f.is_free and not f.is_over and c.place is null then (
      select case when r.created_at > f.window_start then r.post_id end from recent_content r
      where r.agent_id = f.agent_id and r.digest = f.content_digest
    ) end as existing_post_id
  from free f left join created c on c.place = f.place
  order by f.place
`

/** Whether a post was answered under this idempotency key, which is then answered again. */
export async function hasPostedWithKey(db: Queryable, agentId: string, key: string, now: Date): Promise<boolean> {
  const row = await db.maybeOne(SQL`
    select 1 from idempotency
    where agent_id = ${agentId} and tool = 'post_message' and key = ${key} and expires_at > ${now}`)
  return row !== undefined
}

/**
 * Creates posts: standing, idempotency, quota, duplicate window, mentions, hashtags and events in one statement. Rows that
 * other processes may want too are taken in sorted order, those of `agent_writing` last. `insertPost` is how to call it.
 * The quota is judged by what is committed: over it go, at most, the posts of an agent in the batches under way, which are
 * 72 for each process, or 7.8 MB.
 */
export const insertPosts: BatchStatement<NewPost, PostInsertion> = {
  name: 'insert_posts',
  max: 24,
  parallel: 3,
  isWrite: true,
  run: (db, items) => db.many<PostInsertion>(itemsAndMentions(items).append(DECIDED).append(WRITTEN).append(OUTCOMES)),
}

const DOUBTFUL: readonly PostInsertion['outcome'][] = ['duplicate', 'over_quota']

/**
 * The lock of a key may be free as the process that held it has committed after the snapshot of this statement. What
 * that process wrote then shows as a duplicate, as bytes over the quota, or as a violation of the key, which undoes the whole batch and then this
 * item alone. A second run sees it and replays: the constraint was judged by rows that are committed.
 */
export async function insertPost(batch: RunBatch, post: NewPost): Promise<PostInsertion> {
  const first = await batch(insertPosts, post).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'idempotency_key_unique') throw error
  })
  const isDecided = first !== undefined && (post.idempotency_key === '' || !DOUBTFUL.includes(first.outcome))
  return isDecided ? first : await batch(insertPosts, post)
}
