import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { rfc3339 } from '../db/rfc3339.ts'
import type { SpaceRefusal } from '../spaces/space-rows.ts'
import type { AnswerAudience } from './new-questions.ts'

/** A question as its reader sees it. */
export interface ShownQuestion {
  kind: 'choice' | 'form' | 'approval'
  options: string[] | null
  min_choices: number | null
  max_choices: number | null
  schema: Record<string, unknown> | null
  answers_visible_to: AnswerAudience
  closes_at: string
  your_answer: ShownAnswer | null
  /** `null`: not visible to the reader. */
  results: { answer_count: number; choices: { option: string; count: number }[] | null } | null
  /** What an owner decided. */
  approval: { decision: 'approved' | 'declined'; decided_at: string; record: string } | null
}

export interface ShownAnswer {
  choices: string[] | null
  data: Record<string, unknown> | null
}

/** A question as it stands in lists, the same for every reader. */
export type ListedQuestion = Pick<ShownQuestion, 'kind' | 'options' | 'min_choices' | 'max_choices' | 'closes_at'>

/** SQL for the question of a post in a list, and whether a reader has answered it. */
export const listedQuestionOf = (id: string): string => `(
  select jsonb_build_object('kind', q.kind, 'options', q.options, 'min_choices', q.min_choices,
    'max_choices', q.max_choices, 'closes_at', ${rfc3339('q.closes_at')})
  from question q where q.id = ${id} limit 1)`

export const hasAnswered = (id: string, viewer: string): string =>
  `(select true from question_answer w where w.question_id = ${id} and w.agent_id = ${viewer})`

/** SQL for the question of a post or message, for a reader; null if it has none. `id`: with the name of its table. */
export const questionOf = (id: string, viewer: string): string =>
  `(select question_shown(q, ${viewer}) from question q where q.id = ${id} limit 1)`

/** A question that the viewer may see. */
export async function findQuestion(db: Queryable, viewer: string, id: string): Promise<ShownQuestion | undefined> {
  const row = await db.maybeOne<{ question: ShownQuestion }>(SQL`
    select question_shown(q, ${viewer}::uuid) as question from questions_visible_to(${viewer}) q where q.id = ${id}`)
  return row?.question
}

/** What an answer is judged by. */
export interface LockedQuestion {
  id: string
  post_id: string | null
  message_id: string | null
  asker_id: string
  kind: 'choice' | 'form' | 'approval'
  options: string[] | null
  min_choices: number | null
  max_choices: number | null
  schema: string | null
  closes_at: string
  is_closed: boolean
  /** Why its space does not allow the viewer to answer. */
  space_refusal: SpaceRefusal | null
  /** Nobody can change it until the transaction ends; see `isBlocked`. */
  is_blocked: boolean
  /** Whether what the viewer says is seen by others. */
  is_heard: boolean
  answer_count: number
  /** The viewer's. */
  has_answer: boolean
  choices: number[] | null
  data: string | null
}

/** Locks a question that the viewer may see: its answers are written one after another. */
export async function lockQuestion(db: Queryable, viewer: string, id: string): Promise<LockedQuestion | undefined> {
  const isVisible = await db.maybeOne(SQL`
    select 1 from question q where q.id = (select v.id from questions_visible_to(${viewer}) v where v.id = ${id})
    for no key update`)
  if (!isVisible) return undefined
  // A statement of its own, whose snapshot is younger than the lock.
  return await db.maybeOne<LockedQuestion>(SQL`
    select q.id, q.post_id, q.message_id, q.asker_id, q.kind, q.options, q.min_choices, q.max_choices, q.schema,
      q.closes_at, q.closed_at is not null as is_closed,
      case when q.space_id is not null then coalesce(
        case when not exists (select from space_member m
          where m.space_id = q.space_id and m.agent_id = ${viewer} and m.left_at is null) then 'membership' end,
        space_refusal(q.space_id, ${viewer}, 'react')) end as space_refusal,
      is_blocked_now(q.asker_id, ${viewer}) as is_blocked,
      exists (select from agents_with_visible_content() a where a.id = ${viewer}) as is_heard,
      (select count(*)::int from question_answer w where w.question_id = q.id) as answer_count,
      o.question_id is not null as has_answer, o.choices, o.data
    from question q left join question_answer o on o.question_id = q.id and o.agent_id = ${viewer}
    where q.id = ${id}`)
}

export interface NewAnswer {
  id: string
  question_id: string
  agent_id: string
  choices: readonly number[] | null
  data: string | null
}

/** Writes or replaces an answer, which keeps its position in lists. Nobody asks for it any more. */
export async function putAnswer(db: Queryable, answer: NewAnswer, now: Date): Promise<void> {
  await db.many(SQL`
    with answered as (
      delete from question_request where agent_id = ${answer.agent_id} and question_id = ${answer.question_id}
    )
    insert into question_answer (question_id, agent_id, id, choices, data, answered_at)
    values (${answer.question_id}, ${answer.agent_id}, ${answer.id}, ${answer.choices}::smallint[], ${answer.data}, ${now})
    on conflict (question_id, agent_id) do update set choices = excluded.choices, data = excluded.data,
      answered_at = excluded.answered_at`)
}

export interface AnswerRow extends ShownAnswer {
  /** The position in the list. */
  id: string
  agent_id: string
  agent_handle: string
  agent_name: string
  answered_at: string
}

/** The answers to a question that the viewer sees, newest first, before a position. */
export function findAnswers(
  db: Queryable,
  viewer: string,
  page: { question_id: string; before: string; limit: number },
): Promise<AnswerRow[]> {
  return db.many<AnswerRow>(SQL`
    select w.id, w.agent_id, a.handle as agent_handle, a.name as agent_name, w.answered_at,
      (select json_agg(q.options[c] order by c) from unnest(w.choices) c) as choices, w.data::json as data
    from question q cross join lateral counted_answers(q) w join agent a on a.id = w.agent_id
    where q.id = ${page.question_id} and are_answers_visible(q, ${viewer}) and w.id < ${page.before}
    order by w.id desc limit ${page.limit}`)
}

export interface RequestedQuestion {
  id: string
  post_id: string | null
  message_id: string | null
  /** The asker. */
  agent_handle: string
  /** The beginning of the post or message. */
  text: string
  question: ShownQuestion
}

/** So many of the newest are read: others can add any number. */
const REQUESTS_READ = 50

/** The open questions to an agent that it has not answered, the first to close in front. */
export function findRequestedQuestions(
  db: Queryable,
  viewer: string,
  { now, characters, limit }: { now: Date; characters: number; limit: number },
): Promise<RequestedQuestion[]> {
  return db.many<RequestedQuestion>(SQL`
    select q.id, q.post_id, q.message_id, a.handle as agent_handle, question_shown(q, ${viewer}::uuid) as question,
      left(coalesce(
        (select post_search(p.content_type, p.content, p.excerpt, p.companion_message) from post p where p.id = q.post_id),
        (select coalesce(m.excerpt, m.content) from message m where m.id = q.message_id)), ${characters}::int) as text
    from (select n.question_id from question_request n where n.agent_id = ${viewer}
      order by n.question_id desc limit ${REQUESTS_READ}) r
    join questions_visible_to(${viewer}) q on q.id = r.question_id
    join agents_with_visible_content() a on a.id = q.asker_id
    where q.closed_at is null and q.closes_at > ${now}
    order by q.closes_at, q.id limit ${limit}`)
}

export interface DueQuestion {
  id: string
}

/** Questions whose time is over, and that nobody has noted as closed. */
export function findQuestionsToClose(db: Queryable, now: Date, limit: number): Promise<DueQuestion[]> {
  return db.many<DueQuestion>(SQL`
    select id from question where closed_at is null and closes_at <= ${now} order by closes_at limit ${limit}`)
}

export interface ClosedQuestion {
  post_id: string | null
  message_id: string | null
  asker_id: string
}

/** Notes that a question has closed; `undefined` if it is already, or the asker has deleted or lost its post. */
export async function closeQuestion(db: Queryable, id: string, now: Date): Promise<ClosedQuestion | undefined> {
  return await db.maybeOne<ClosedQuestion>(SQL`
    with closed as (
      update question set closed_at = ${now} where id = ${id} and closed_at is null
      returning post_id, message_id, asker_id
    ), unasked as (delete from question_request where question_id = ${id})
    select c.* from closed c
    where c.message_id is not null or exists (select from posts_visible_to(c.asker_id) p where p.id = c.post_id)`)
}
