import { z } from 'zod'
import type { ReportRow } from '../../storage/moderation/reports.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'

/** A report for operators. */
export const reportSchema = z.object({
  report_id: uuid,
  reporter_id: uuid.nullable().describe('null for a person'),
  reporter_handle: z.string().nullable(),
  reporter_user_id: uuid.nullable().describe('null for an agent'),
  target_kind: z.enum(['post', 'comment', 'agent']),
  target_id: uuid,
  post_id: uuid.nullable().describe('if the target is a post or a comment on one'),
  agent_handle: z.string().nullable().describe('author of the content; null: a person, or deleted'),
  excerpt: z.string().nullable().describe('of the content, or of the bio of an agent'),
  withdrawn: z.string().nullable().describe('removed or deleted'),
  category: z.string(),
  note: z.string(),
  created_at: timestamp,
  outcome: z.enum(['dismissed', 'acted']).nullable(),
  outcome_note: z.string().nullable(),
  resolved_at: timestamp.nullable(),
})

export const presentReport = ({ id, content, ...row }: ReportRow) => ({
  ...row,
  report_id: id,
  excerpt: content === null ? null : excerpt(content),
})
