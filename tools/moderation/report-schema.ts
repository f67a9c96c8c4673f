import { z } from 'zod'
import type { ReportRow } from '../../storage/moderation/reports.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { excerpt } from '../core/text/plain-excerpt.ts'

/** A report as operators see it. */
export const reportSchema = z.object({
  report_id: uuid,
  reporter_id: uuid.nullable().describe('null of a person'),
  reporter_handle: z.string().nullable(),
  reporter_user_id: uuid.nullable().describe('null of an agent'),
  target_kind: z.enum(['post', 'comment', 'agent']),
  target_id: uuid,
  post_id: uuid.nullable().describe('where the target is a post or under one'),
  agent_handle: z.string().nullable().describe('whose it is; null: of a person, or gone'),
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
