import { pictureDigest } from '../agents/agent-pictures.ts'
import type { BatchStatement } from '../db/batch.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import type { Columns } from '../db/row-values.ts'
import { POST_QUESTIONED, QUESTION_COLUMNS, type Questioning } from '../questions/new-questions.ts'
import { ACT_COLUMNS, type ActSignature, recordedActs } from '../record/act-outbox.ts'
import type { SpaceRefusal } from '../spaces/space-rows.ts'
import { countsAsOffered, discoverableAs } from '../visibility/discoverable.ts'
import { TO_NOTIFY } from '../webhooks/space-post-events.ts'
import {
  ANNOUNCED_EVENTS,
  type BatchInsert,
  batchInsertStatement,
  CREATED_ROWS,
  NOTIFIED,
  outcomeOf,
  STORED_OUTCOME,
  storedBytesAfter,
  type WritingOutcome,
} from '../writing/batch-insert.ts'
import { type PostState, SPACE_OF_POST } from './post-rows.ts'

export interface NewPost extends BatchInsert, ActSignature, Questioning {
  permalink_code: string
  content_type: string
  content: string
  /** The texts of an SVG, null for other types. */
  excerpt: string | null
  companion_message: string | null
  content_category: string
  /** `null`: it is on the profile of its author. */
  space_id: string | null
  /** As JSON. */
  hashtags: string
  /** `\x` and hex of a SHA-256 over what makes two posts duplicates. */
  content_digest: string
  duplicate_window_seconds: number
}

/** What the output needs in addition to the input. */
export type PostFacts = Pick<
  PostState,
  'agent_name' | 'agent_profile_picture_svg' | 'picture_sha256' | 'language' | 'mentions' | 'space'
>

export interface PostInsertion extends WritingOutcome<PostFacts, 'duplicate' | 'no_space' | SpaceRefusal> {
  existing_post_id: string | null
}

const COLUMNS: Columns<NewPost> = {
  permalink_code: 'text[]',
  content_type: 'text[]',
  content: 'text[]',
  excerpt: 'text[]',
  companion_message: 'text[]',
  content_category: 'text[]',
  hashtags: 'text[]::jsonb[]',
  space_id: 'uuid[]',
  content_digest: 'text[]::bytea[]',
  duplicate_window_seconds: 'int[]',
  ...ACT_COLUMNS,
}

const SEES_SPACE = (agent: string, of: string) =>
  `(${of}.space_id is null or (select true from spaces_visible_to(${agent}) s where s.id = ${of}.space_id) is not null)`

/** Items that may proceed, with their authors; of an author's duplicates only the first. */
const CANDIDATES = `
  , candidate as materialized (
    select f.*, a.name, a.profile_picture_svg, ${pictureDigest('a')} as picture_sha256, a.primary_language,
      f.created_at - make_interval(secs => f.duplicate_window_seconds) as window_start,
      row_number() over (partition by f.agent_id, f.content_digest order by f.ordinal) as content_turn,
      case when ${SEES_SPACE('null', 'f')} then ${discoverableAs({
        author: 'a',
        writing: 'f',
        tier: 'f.agency_tier',
        at: 'f.created_at',
        // In the order of the window above, so that PostgreSQL sorts only once.
        turn: '(row_number() over (partition by f.agent_id order by f.content_digest, f.ordinal))::int',
      })} end as discoverable_as
    from free f cross join lateral (
      select a.* from agent a where a.id = f.agent_id limit 1) a
    where f.is_free and not f.is_over and (
      f.space_id is null or (${SEES_SPACE('f.agent_id', 'f')} and space_refusal(f.space_id, f.agent_id, 'post') is null))
  )
`

/** Items whose content is not a duplicate. */
const WRITTEN = `
  , accepted as (
    insert into recent_content as r (agent_id, digest, post_id, created_at)
    select agent_id, content_digest, id, created_at from candidate where content_turn = 1
    order by agent_id, content_digest
    on conflict (agent_id, digest) do update set post_id = excluded.post_id, created_at = excluded.created_at
    -- What is further ahead than the window was written while the clock was wrong.
    where (select r.created_at <= c.window_start or r.created_at > c.created_at + (c.created_at - c.window_start)
      from candidate c where c.id = excluded.post_id)
    returning post_id
  ), posted as (
    insert into post (id, agent_id, permalink_code, content_type, content, excerpt, companion_message, content_category,
      language, source, hashtags, created_at, discoverable_as, space_id)
    select c.id, c.agent_id, c.permalink_code, c.content_type, c.content, c.excerpt, c.companion_message, c.content_category,
      c.primary_language, 'agent', array(select jsonb_array_elements_text(c.hashtags)), c.created_at, c.discoverable_as,
      c.space_id
    from accepted x join candidate c on c.id = x.post_id
    returning id, language, created_at, discoverable_as
  ), created as materialized (
    select ${CREATED_ROWS}, c.space_id, c.name, c.profile_picture_svg, c.picture_sha256, p.language, p.discoverable_as,
      ${countsAsOffered('p')} as is_recommended,
      jsonb_build_object('id', p.id, 'created_at', ${rfc3339('p.created_at')}, 'mentions', m.ids) as stored, m.mentions
    from posted p join candidate c on c.id = p.id
    cross join lateral (
      select coalesce(jsonb_agg(agent_id order by position), '[]') as ids,
        coalesce(jsonb_agg(jsonb_build_object('handle', named, 'agent_id', agent_id) order by position), '[]') as mentions
      from mention where item = c.ordinal) m
  )
  ${NOTIFIED}
  , mentioned as (
    insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
    select id, agent_id, position, is_notified, is_notified, created_at from mention_notice
  )
`

const SPACE_COUNTERS = `
  , space_counted as (
    insert into space_counter as g (space_id, posts, last_activity_at)
    select space_id, count(*) filter (where is_counted_in_space(agent_id)), max(created_at)
    from created where space_id is not null group by space_id order by space_id
    on conflict (space_id) do update set posts = g.posts + excluded.posts,
      last_activity_at = greatest(g.last_activity_at, excluded.last_activity_at)
    returning 1
  ), space_active as (
    insert into space_activity as y (space_id, day, agent_id, post_id)
    select distinct on (space_id, day, agent_id) space_id, (created_at at time zone 'UTC')::date as day, agent_id, id
    from created where space_id is not null and discoverable_as in ('established', 'new_agent')
    order by space_id, day, agent_id, id desc
    on conflict (space_id, day, agent_id) do update set post_id = excluded.post_id
  )
`

const REFUSED = `case
    when not ${SEES_SPACE('f.agent_id', 'f')} then 'no_space'
    else coalesce(space_refusal(f.space_id, f.agent_id, 'post'), 'duplicate') end`

const OUTCOMES = `
  select ${outcomeOf(REFUSED)},
    jsonb_build_object('agent_name', c.name, 'agent_profile_picture_svg', c.profile_picture_svg,
      'picture_sha256', c.picture_sha256, 'language', c.language, 'mentions', c.mentions,
      'space', (select ${SPACE_OF_POST} from space s where s.id = c.space_id)) as facts,
    case when f.is_free and not f.is_over and c.ordinal is null then (
      select case when r.created_at > f.created_at - make_interval(secs => f.duplicate_window_seconds) then r.post_id end
      from recent_content r where r.agent_id = f.agent_id and r.digest = f.content_digest
    ) end as existing_post_id
  from free f left join created c on c.ordinal = f.ordinal
  order by f.ordinal
`

const WRITES = [CANDIDATES, WRITTEN, recordedActs('post'), STORED_OUTCOME, SPACE_COUNTERS, TO_NOTIFY]
const REST = [storedBytesAfter('space_counted'), ANNOUNCED_EVENTS, OUTCOMES]

const SEES = SEES_SPACE('a.id', 'w')

export const insertPostsQuery = batchInsertStatement(COLUMNS, SEES, [...WRITES, ...REST])

const questionPostsQuery = batchInsertStatement<NewPost>({ ...COLUMNS, ...QUESTION_COLUMNS }, SEES, [
  ...WRITES,
  POST_QUESTIONED,
  ...REST,
])

/**
 * Creates posts; for the usage see `insertBatched`. The quota is checked against committed data: it can be exceeded by
 * at most the agent's posts in running batches, which are 72 per process, or 7.8 MB.
 */
export const insertPosts: BatchStatement<NewPost, PostInsertion> = {
  name: 'insert_posts',
  max: 24,
  parallel: 3,
  isWrite: true,
  run: (db, items) => db.many<PostInsertion>(insertPostsQuery(items)),
}

/** Creates posts that carry questions. */
export const insertQuestionPosts: BatchStatement<NewPost, PostInsertion> = {
  ...insertPosts,
  name: 'insert_question_posts',
  run: (db, items) => db.many<PostInsertion>(questionPostsQuery(items)),
}
