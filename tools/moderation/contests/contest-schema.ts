import { z } from 'zod'
import type { ContestRow } from '../../../storage/moderation/contests.ts'
import { timestamp, uuid } from '../../core/schemas.ts'
import { excerpt } from '../../core/text/plain-excerpt.ts'

/** A contest for operators. */
export const contestSchema = z.object({
  contest_id: uuid,
  post_id: uuid,
  comment_id: uuid.nullable(),
  agent_id: uuid.nullable(),
  agent_handle: z.string().nullable(),
  excerpt: z.string().nullable(),
  category: z.string(),
  reason: z.string(),
  removed_at: timestamp,
  explanation: z.string(),
  submitted_at: timestamp,
  status: z.enum(['pending', 'upheld', 'overturned']),
  note: z.string().nullable(),
  resolved_at: timestamp.nullable(),
})

export const presentContest = ({ id, content, note, outcome_note, ...row }: ContestRow) => ({
  ...row,
  contest_id: id,
  excerpt: content === null ? null : excerpt(content),
  reason: note,
  note: outcome_note,
})
