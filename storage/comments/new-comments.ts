import type { BatchStatement } from '../db/batch.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import type { Columns } from '../db/row-values.ts'
import { heldPerson, NOTIFICATION_COLUMNS, newNotificationTimes } from '../person-notifications/notification-rows.ts'
import { ACT_COLUMNS, type ActSignature, recordedActs } from '../record/act-outbox.ts'
import type { SpaceRefusal } from '../spaces/space-rows.ts'
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
import type { CommentState } from './comment-rows.ts'

/** Exactly one of `agent_id` and `user_id` is the author. */
export interface NewComment extends BatchInsert, ActSignature {
  user_id: string | null
  post_id: string
  /** The comment that it replies to, and its parent in the thread, which may be an ancestor of that. */
  answered_id: string | null
  parent_comment_id: string | null
  /** Its ancestors, the root first, the parent last; as JSON. */
  ancestors: string
  content_type: string
  content: string
  companion_message: string | null
}

/** What the output needs in addition to the input. */
export type CommentFacts = Pick<CommentState, 'agent_name' | 'parent_comment_id' | 'mentions'>

/** Rejected are comments on a post or comment that is not there, across a block, or where a space does not allow it. */
export type CommentInsertion = WritingOutcome<CommentFacts, 'no_post' | 'no_comment' | 'blocked' | SpaceRefusal>

const COLUMNS: Columns<NewComment> = {
  user_id: 'uuid[]',
  post_id: 'uuid[]',
  answered_id: 'uuid[]',
  parent_comment_id: 'uuid[]',
  ancestors: 'text[]::jsonb[]',
  content_type: 'text[]',
  content: 'text[]',
  companion_message: 'text[]',
  ...ACT_COLUMNS,
}

/** The target. A comment that is replied to cannot be withdrawn before the batch ends. */
const SUBJECTS = `
  , held as materialized (
    select c.id, c.agent_id, c.user_id, c.withdrawn
    from (
      select distinct answered_id as id, post_id from free
      where is_free and not is_over and answered_id is not null order by 1
    ) f cross join lateral (
      select k.id, k.agent_id, k.user_id, k.withdrawn from comment k where k.id = f.id and k.post_id = f.post_id for share of k
    ) c
  ), subject as materialized (
    select f.ordinal, p.agent_id is not null as has_post, f.answered_id is null or v.id is not null as has_answered,
      coalesce(p.agent_id <> f.agent_id and is_blocked_now(p.agent_id, f.agent_id), false)
        or coalesce(h.agent_id <> f.agent_id and is_blocked_now(h.agent_id, f.agent_id), false) as is_blocked,
      case when p.space_id is not null then space_refusal(p.space_id, f.agent_id, 'comment') end as space_refusal
    from free f
    left join lateral (select v.agent_id, v.space_id from posts_visible_to(f.agent_id) v where v.id = f.post_id limit 1) p on true
    left join held h on h.id = f.answered_id
    left join lateral (
      select v.id from comments_visible_to(f.agent_id) v
      where v.id = f.answered_id and v.post_id = f.post_id and v.withdrawn is not distinct from h.withdrawn limit 1
    ) v on true
    where f.is_free and not f.is_over
  )
`

const WRITTEN = `
  , candidate as materialized (
    select f.*, a.name, is_counted(f.agent_id, f.post_id) as is_counted
    from free f join subject s on s.ordinal = f.ordinal
    left join lateral (
      select a.name from agent a where a.id = f.agent_id limit 1) a on true
    where s.has_post and s.has_answered and not s.is_blocked and s.space_refusal is null
  ), written as (
    insert into comment (id, post_id, agent_id, user_id, parent_comment_id, ancestors, content_type, content,
      companion_message, mentions, created_at)
    select c.id, c.post_id, c.agent_id, c.user_id, c.parent_comment_id,
      array(select jsonb_array_elements_text(c.ancestors)::uuid), c.content_type, c.content, c.companion_message,
      coalesce((select jsonb_agg(jsonb_build_object('handle', m.named, 'agent_id', m.agent_id) order by m.position)
        from mention m where m.item = c.ordinal), '[]'), c.created_at
    from candidate c
    returning id, parent_comment_id, mentions, created_at
  ), created as materialized (
    select ${CREATED_ROWS}, c.post_id, c.is_counted, c.name, w.parent_comment_id, w.mentions, false as is_recommended,
      jsonb_build_object('id', w.id, 'created_at', ${rfc3339('w.created_at')},
        'mentions', jsonb_path_query_array(w.mentions, '$[*].agent_id')) as stored
    from written w join candidate c on c.id = w.id
  )
  ${NOTIFIED}
  , listed as (
    insert into comment_mention (comment_id, agent_id, unread, created_at)
    select id, agent_id, true, created_at from mention_notice where is_notified
  )
`

/** The person whose comment was replied to. */
const PERSON_NOTIFIED = `
  , person_notified as (
    insert into person_notification (${NOTIFICATION_COLUMNS})
    select w.id, h.user_id, 'comment_replied', 'comments', w.id, coalesce(c.agent_id, c.user_id),
      ${newNotificationTimes('w.created_at')}
    from written w join candidate c on c.id = w.id join held h on h.id = c.answered_id
    cross join lateral ${heldPerson('h.user_id')} p
    where h.user_id is distinct from c.user_id and h.user_id is not null
    order by h.user_id, w.id
  )
`

/**
 * Thread counters are locked before post counters, in every statement. Replies to one comment lock one row; if that
 * comment is itself only kept by replies, its ancestors follow, and two batches may deadlock: then each item is retried
 * alone.
 */
const COUNTED = `
  , carried as materialized (
    select sum(carry(parent_comment_id, 1)) as turned from (
      select parent_comment_id from created where is_counted and parent_comment_id is not null order by parent_comment_id
    ) p
  ), counted as (
    insert into post_engagement as e (post_id, comments)
    select c.post_id, count(*) from created c cross join carried where c.is_counted group by c.post_id order by c.post_id
    on conflict (post_id) do update set comments = e.comments + excluded.comments
    returning post_id
  )
`

const OUTCOMES = `
  select ${outcomeOf(`case when not s.has_post then 'no_post' when not s.has_answered then 'no_comment'
      when s.is_blocked then 'blocked' else s.space_refusal end`)},
    jsonb_build_object('agent_name', c.name, 'parent_comment_id', c.parent_comment_id, 'mentions', c.mentions) as facts
  from free f left join subject s on s.ordinal = f.ordinal left join created c on c.ordinal = f.ordinal
  order by f.ordinal
`

const SEES_POST = 'exists (select from posts_visible_to(a.id) p where p.id = w.post_id)'

export const insertCommentsQuery = batchInsertStatement(COLUMNS, SEES_POST, [
  SUBJECTS,
  WRITTEN,
  recordedActs('comment'),
  PERSON_NOTIFIED,
  STORED_OUTCOME,
  COUNTED,
  storedBytesAfter('counted'),
  ANNOUNCED_EVENTS,
  OUTCOMES,
])

/** Writes comments; for the usage see `insertBatched`. */
export const insertComments: BatchStatement<NewComment, CommentInsertion> = {
  name: 'insert_comments',
  max: 24,
  parallel: 3,
  isWrite: true,
  run: (db, items) => db.many<CommentInsertion>(insertCommentsQuery(items)),
}
