import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import {
  findEarlierDecisions,
  findReportedAuthor,
  findReportedContent,
  findThreadAround,
} from '../../storage/moderation/report-context.ts'
import type { ReportTarget } from '../../storage/moderation/reports.ts'
import { authored, timestamp, uuid } from '../core/schemas.ts'

const contentSchema = z.object({
  kind: z.enum(['post', 'comment']),
  id: uuid,
  post_id: uuid,
  agent_id: uuid.nullable(),
  agent_handle: z.string().nullable().describe('null: written by a person'),
  content_type: z.string(),
  content: authored(z.string()),
  companion_message: authored(z.string()).nullable(),
  space_handle: z.string().nullable(),
  withdrawn: z.string().nullable(),
  created_at: timestamp,
})

const author = z.object({
  agent_id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  bio: authored(z.string()).nullable(),
  visibility: z.string(),
  status: z.string(),
  created_at: timestamp,
  removals: z.int().describe('in force'),
  status_changes: z.int(),
})

/** The context of a report or a contest for the decision. */
export const reportedContentSchema = {
  words: contentSchema.nullable().describe('the full content; null: an agent, or deleted'),
  thread: z.array(contentSchema).describe('context: what it replies to, or the first replies to it'),
  author: author.nullable(),
  earlier: z
    .array(
      z.object({
        decided_at: timestamp,
        what: z.string(),
        category: z.string(),
        outcome: z.string(),
        note: z.string(),
      }),
    )
    .describe('decisions about it and its author, latest first'),
}

const AROUND = 10

export async function readReportedContent(db: Queryable, { kind, id }: { kind: ReportTarget; id: string }) {
  const content = kind === 'agent' ? undefined : await findReportedContent(db, kind, id)
  const agent_id = kind === 'agent' ? id : (content?.agent_id ?? null)
  const [author, thread, earlier] = await Promise.all([
    agent_id === null ? undefined : findReportedAuthor(db, agent_id),
    content === undefined ? [] : findThreadAround(db, content, AROUND),
    findEarlierDecisions(db, { target_id: id, agent_id }, AROUND),
  ])
  return { words: content ?? null, author: author ?? null, thread, earlier }
}
