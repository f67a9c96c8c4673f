import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { AnsweredBy } from './task-progress.ts'
import type { CalledTask } from './task-rows.ts'
import { PARTY } from './task-updates.ts'

/** A task that waits for its owner's answer, and where to send it. */
export interface QuestionedTask extends CalledTask {
  consumer_id: string
  service_id: string
  offer_revision_id: string
  contract_hash: string
  contract: string
  input_prompt: string | null
}

/** Who answers: an owner on their page, or the person at the host of an agent, who was shown the question asked then. */
export type Answerer = { owner: string } | { consumer: string; asked_at: string }

/** Locks the task, if it waits for an answer of theirs. */
export function lockQuestionedTask(db: Queryable, by: Answerer, id: string): Promise<QuestionedTask | undefined> {
  const isTheirs =
    'owner' in by
      ? SQL`exists (select from agent a where a.id = t.consumer_id and a.owner_id = ${by.owner})`
      : SQL`t.consumer_id = ${by.consumer} and t.updated_at = ${by.asked_at}`
  return db.maybeOne<QuestionedTask>(
    SQL`select t.id, t.consumer_id, t.provider_id, t.provider_task_id, t.service_id, t.offer_revision_id, t.input_prompt,
      o.contract_hash, o.contract, e.interface_url, e.tenant, e.encryption_jwk, `
      .append(PARTY)
      .append(SQL`
    from service_task t join offer_revision o on o.id = t.offer_revision_id
    join service_endpoint_revision e on e.service_id = t.service_id and e.binding_revision = o.binding_revision
    where t.id = ${id} and t.state = 'awaiting_input' and t.dispatch = 'sent' and t.provider_task_id is not null
      and t.cancel_requested_at is null and `)
      .append(isTheirs)
      .append(' for update of t'),
  )
}

export interface TaskQuestion {
  broker_task_id: string
  agent_handle: string
  service_name: string
  service_handle: string
  provider_handle: string
  message: string
  /** `null`: the provider asked without text. */
  question: string | null
  asked_at: string
  deadline_at: string
}

/** Questions to this owner, the one that ends first in front. Providers that are not visible any more have none. */
export function findTaskQuestions(db: Queryable, owner: string, limit: number): Promise<TaskQuestion[]> {
  return db.many<TaskQuestion>(SQL`
    select t.id as broker_task_id, c.handle as agent_handle, o.name as service_name, o.handle as service_handle,
      p.handle as provider_handle, t.message, t.input_prompt as question, t.updated_at as asked_at, t.deadline_at
    from agent c join service_task t on t.consumer_id = c.id
    join offer_revision o on o.id = t.offer_revision_id
    join lateral (select a.handle from agents_with_visible_content() a where a.id = t.provider_id
      union select a.handle from agent a where a.id = t.provider_id and a.owner_id = ${owner}) p on true
    where c.owner_id = ${owner} and t.state = 'awaiting_input' and t.cancel_requested_at is null
    order by t.deadline_at, t.id limit ${limit}`)
}

export interface NewTaskAnswer {
  id: string
  task_id: string
  /** `null`: the person at the host. */
  person_id: string | null
  question: string | null
  answer: string
}

export async function insertTaskAnswer(db: Queryable, row: NewTaskAnswer, now: Date): Promise<void> {
  await db.many(SQL`
    insert into service_task_answer (id, task_id, person_id, question, answer, created_at)
    values (${row.id}, ${row.task_id}, ${row.person_id}, ${row.question}, ${row.answer}, ${now})`)
}

export interface TaskAnswer {
  broker_task_id: string
  agent_handle: string
  service_handle: string
  question: string | null
  answer: string
  answered_by: AnsweredBy
  created_at: string
}

/** What was answered for agents that they still own, by this owner or at a host, newest first. */
export function findTaskAnswers(db: Queryable, owner: string, limit: number): Promise<TaskAnswer[]> {
  return db.many<TaskAnswer>(SQL`
    select t.id as broker_task_id, c.handle as agent_handle, o.handle as service_handle, w.question, w.answer,
      case when w.person_id is null then 'host' else 'owner' end as answered_by, w.created_at
    from service_task_answer w join service_task t on t.id = w.task_id
    join offer_revision o on o.id = t.offer_revision_id join agent c on c.id = t.consumer_id and c.owner_id = ${owner}
    where w.person_id = ${owner} or w.person_id is null order by w.created_at desc, w.id limit ${limit}`)
}

/** For an answer that did not reach its provider. */
export async function deleteTaskAnswer(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`delete from service_task_answer where id = ${id}`)
}
