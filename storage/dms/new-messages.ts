import type { BatchStatement } from '../db/batch.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import type { Columns } from '../db/row-values.ts'
import {
  heldPerson,
  NOTIFICATION_COLUMNS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  newNotificationTimes,
  RENEWED,
} from '../person-notifications/notification-rows.ts'
import { MESSAGE_QUESTIONED, QUESTION_COLUMNS, type Questioning } from '../questions/new-questions.ts'
import type { ShownQuestion } from '../questions/question-rows.ts'
import {
  type BatchInsert,
  batchInsertStatement,
  CREATED_ROWS,
  outcomeOf,
  STORED_OUTCOME,
  storedBytesAfter,
  type WritingOutcome,
} from '../writing/batch-insert.ts'

/** A message of the agent `by`, or of the person `user_id` if there is none. */
export interface NewMessage extends BatchInsert, Questioning {
  /** The person on either side, and the agent's alias for them; `null` between agents. */
  user_id: string | null
  user_handle: string | null
  /** The receiving agent, by id or handle; `null` if a person receives it. */
  to_id: string | null
  to_handle: string | null
  /** Whether it may start a conversation (1) or not (0); if not, the outcome may be 'unbegun'. */
  may_begin: 0 | 1
  content_type: string
  content: string
  /** As the column. */
  excerpt: string | null
  /** The event for the receiving agent. */
  event_id: string
  event_type: string
  event_body: string
}

/** What the output needs in addition to the input; `null` if a person is on that side. */
export interface MessageSides {
  sender_name: string | null
  recipient_id: string | null
  recipient_handle: string | null
  recipient_name: string | null
  question?: ShownQuestion | null | undefined
}

export interface MessageFacts extends MessageSides {
  /** Whether it started its conversation. */
  is_first: boolean
}

export type MessageRefusal = 'no_recipient' | 'blocked' | 'not_accepting' | 'unbegun'

export type MessageInsertion = WritingOutcome<MessageFacts, MessageRefusal>

const COLUMNS: Columns<NewMessage> = {
  user_id: 'uuid[]',
  user_handle: 'uuid[]',
  to_id: 'uuid[]',
  to_handle: 'text[]',
  may_begin: 'int[]',
  content_type: 'text[]',
  content: 'text[]',
  excerpt: 'text[]',
  event_id: 'uuid[]',
  event_type: 'text[]',
  event_body: 'text[]::jsonb[]',
}

const RECIPIENT = 'v.id, v.handle, v.name, v.owner_id, v.accepts_agent_dms, v.accepts_human_dms'

/** Resolves both sides. People can write to private agents too; the caller has checked the permission. */
const ADDRESSED = `
  , addressed as materialized (
    select f.*, r.id as recipient_id, r.handle as recipient_handle, r.name as recipient_name,
      r.accepts_agent_dms, r.accepts_human_dms, s.name as sender_name, coalesce(r.owner_id, s.owner_id) = f.user_id as is_owner,
      case when f.user_id is null then least(f.agent_id, r.id) else coalesce(f.agent_id, r.id) end as first_id,
      case when f.user_id is null then greatest(f.agent_id, r.id) end as partner_id,
      f.agent_id is not null and r.id is not null and is_blocked_now(r.id, f.agent_id) as is_blocked
    from free f
    left join lateral (
      select ${RECIPIENT} from (
        (select v.* from agents_visible_to(f.agent_id) v where f.agent_id is not null and v.id = f.to_id limit 1)
        union all
        (select v.* from agents_visible_to(f.agent_id) v where f.to_id is null and v.handle = f.to_handle limit 1)
        union all
        (select v.* from agent v where f.agent_id is null and v.id = f.to_id limit 1)
      ) v limit 1
    ) r on true
    left join lateral (select a.name, case when f.to_id is null and f.to_handle is null then a.owner_id end as owner_id
      from agent a where a.id = f.agent_id limit 1) s on true
    where f.is_free and not f.is_over
  )
`

/** Why a message may not be sent. An existing conversation continues, whatever its agents accept. */
const JUDGED = `
  , judged as materialized (
    select d.*, case
        when d.agent_id is not null and d.user_id is not null then
          case when c.has_user_written or (d.is_owner and (c.id is not null or d.may_begin = 1)) then null else 'no_recipient' end
        when d.recipient_id is null then 'no_recipient'
        when d.is_blocked then 'blocked'
        when c.id is not null then null
        when not case when d.agent_id is null then d.accepts_human_dms or coalesce(d.is_owner, false)
          else d.accepts_agent_dms end then 'not_accepting'
        when d.may_begin = 0 then 'unbegun' end as refused
    from addressed d
    left join lateral (
      select k.id, k.has_user_written from conversation k
      where k.agent_id = d.first_id and coalesce(k.partner_id, k.user_id) = coalesce(d.partner_id, d.user_id) limit 1
    ) c on true
  )
`

/** Rows of conversations are locked in order; the locks make the order of seq that of commits. */
const WRITTEN = `
  , candidate as materialized (select * from judged where refused is null)
  , threaded as (
    insert into conversation as t (id, agent_id, partner_id, user_id, user_handle, has_user_written, last_seq,
      last_message_id)
    select (array_agg(id order by ordinal))[1], first_id, partner_id, user_id, (array_agg(user_handle))[1],
      bool_or(agent_id is null), count(*), (array_agg(id order by ordinal desc))[1]
    from candidate group by first_id, partner_id, user_id order by first_id, coalesce(partner_id, user_id)
    on conflict (agent_id, coalesce(partner_id, user_id)) do update set last_seq = t.last_seq + excluded.last_seq,
      last_message_id = excluded.last_message_id, has_user_written = t.has_user_written or excluded.has_user_written
    returning id, agent_id, coalesce(partner_id, user_id) as other_id, last_seq
  ), written as (
    insert into message (id, conversation_id, seq, by_partner, content_type, content, excerpt, unread_by, created_at)
    select c.id, t.id, t.last_seq - count(*) over (partition by t.id) + row_number() over (partition by t.id order by c.ordinal),
      c.agent_id is distinct from c.first_id, c.content_type, c.content, c.excerpt, c.recipient_id, c.created_at
    from candidate c join threaded t on t.agent_id = c.first_id and t.other_id = coalesce(c.partner_id, c.user_id)
    returning id, conversation_id, seq, created_at
  ), created as materialized (
    select ${CREATED_ROWS}, c.sender_name, c.recipient_id, c.recipient_handle, c.recipient_name, c.event_id, c.event_type,
      c.event_body, w.seq = 1 as is_first, false as is_recommended,
      jsonb_build_object('id', w.id, 'created_at', ${rfc3339('w.created_at')}, 'mentions', jsonb_build_array()) as stored
    from written w join candidate c on c.id = w.id
  )
`

/** The person that an agent wrote to; their conversations are locked by now. */
const personNotified = (kind: NotificationKind, subject: string, newest: string): string => `
  , person_notified as (
    insert into person_notification as n (${NOTIFICATION_COLUMNS})
    select w.id, c.user_id, '${kind}', '${NOTIFICATION_KINDS[kind]}', ${subject}, c.agent_id,
      ${newNotificationTimes('w.created_at')}
    from ${newest} w
    join candidate c on c.id = w.id
    cross join lateral ${heldPerson('c.user_id')} p
    where c.agent_id is not null and c.user_id is not null
    order by c.user_id, ${subject}
    ${RENEWED}
  )
`

const ANNOUNCED = `
  , announced as (
    insert into outbox (recipient, event_id, type, body, created_at)
    select c.recipient_id, c.event_id, c.event_type, c.event_body, c.created_at from created c
    where c.recipient_id is not null
      and (c.agent_id is null or (select true from agents_with_visible_content() h where h.id = c.agent_id) is not null)
    order by c.ordinal
  )
`

const OUTCOMES = `
  select ${outcomeOf('j.refused')},
    jsonb_build_object('sender_name', c.sender_name, 'recipient_id', c.recipient_id,
      'recipient_handle', c.recipient_handle, 'recipient_name', c.recipient_name, 'is_first', c.is_first) as facts
  from free f left join judged j on j.ordinal = f.ordinal left join created c on c.ordinal = f.ordinal
  order by f.ordinal
`

const MESSAGE_NOTIFIED = personNotified(
  'message_received',
  'w.conversation_id',
  '(select distinct on (conversation_id) * from written order by conversation_id, seq desc)',
)

const JUDGMENT = [ADDRESSED, JUDGED, WRITTEN]
const REST = [STORED_OUTCOME, storedBytesAfter('threaded'), ANNOUNCED, OUTCOMES]

export const insertMessagesQuery = batchInsertStatement(COLUMNS, 'false', [...JUDGMENT, MESSAGE_NOTIFIED, ...REST])

const questionMessagesQuery = batchInsertStatement<NewMessage>({ ...COLUMNS, ...QUESTION_COLUMNS }, 'false', [
  ...JUDGMENT,
  personNotified('approval_requested', 'w.id', 'written'),
  MESSAGE_QUESTIONED,
  ...REST,
])

/** Writes messages; for the usage see `insertBatched`. */
export const insertMessages: BatchStatement<NewMessage, MessageInsertion> = {
  name: 'insert_messages',
  max: 24,
  parallel: 3,
  isWrite: true,
  run: (db, items) => db.many<MessageInsertion>(insertMessagesQuery(items)),
}

/** Writes messages that carry questions. */
export const insertQuestionMessages: BatchStatement<NewMessage, MessageInsertion> = {
  ...insertMessages,
  name: 'insert_question_messages',
  run: (db, items) => db.many<MessageInsertion>(questionMessagesQuery(items)),
}
