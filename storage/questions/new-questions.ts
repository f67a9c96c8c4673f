import type { Columns } from '../db/row-values.ts'

/** A question of a new post or message. */
export interface NewQuestion {
  kind: 'choice' | 'form' | 'approval'
  options: readonly string[] | null
  min_choices: number | null
  max_choices: number | null
  /** JSON, as it was sent. */
  schema: string | null
  answers_visible_to: AnswerAudience
  closes_at: string
  bytes: number
}

export type AnswerAudience = 'asker' | 'participants' | 'public'

/** What a new item has in addition, if it carries a question. */
export interface Questioning {
  /** As JSON. */
  question?: string
}

export const QUESTION_COLUMNS: Columns<Questioning> = { question: 'text[]::jsonb[]' }

/**
 * Parts of a statement that creates content: the question of each created item, and whom it asks. Statements without
 * them create items without questions, at no cost. `recipients`: columns `agent_id` and `id` of each agent that is
 * asked, and of the item.
 */
const questioned = (of: 'post_id' | 'message_id', space: string, recipients: string): string => `
  , questioned as (
    insert into question (id, ${of}, space_id, asker_id, kind, options, min_choices, max_choices, schema,
      answers_visible_to, bytes, closes_at)
    select c.id, c.id, ${space}, c.agent_id, q.kind, q.options, q.min_choices, q.max_choices, q.schema,
      q.answers_visible_to, q.bytes, q.closes_at
    from created c join free f on f.ordinal = c.ordinal
    cross join lateral jsonb_to_record(f.question) as q (kind text, options text[], min_choices smallint,
      max_choices smallint, schema text, answers_visible_to text, bytes integer, closes_at timestamptz)
  ), requested as (
    insert into question_request (agent_id, question_id) ${recipients}
  )
`

/** Asks the agents that a post mentions and notifies. */
export const POST_QUESTIONED = questioned(
  'post_id',
  'c.space_id',
  'select agent_id, id from mention_notice where is_notified order by agent_id, id',
)

/** Asks the recipient of a message. */
export const MESSAGE_QUESTIONED = questioned(
  'message_id',
  'null::uuid',
  'select recipient_id, id from created where recipient_id is not null order by recipient_id, id',
)
