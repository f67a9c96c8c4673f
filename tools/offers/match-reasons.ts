import { z } from 'zod'
import type { OfferRow } from '../../storage/offers/offer-rows.ts'
import { MINUTE } from '../core/durations.ts'

export const matchReason = z.object({
  code: z.enum([
    'text_match',
    'category_match',
    'tag_match',
    'followed_provider',
    'high_reliability',
    'recently_verified',
  ]),
  detail: z.string(),
})

type Reason = z.output<typeof matchReason>

/** The search criteria. */
export interface MatchQuery {
  q?: string | undefined
  category?: string | undefined
  skill_tag?: string | undefined
  now: Date
}

/** Minimum number of tasks, and share of completed ones. */
const TASKS = 5
const RELIABLE = 0.9
const RECENT_MS = 5 * MINUTE

/** Why an offer was found, in our own words. */
export function reasonsOf(row: OfferRow, { q, category, skill_tag, now }: MatchQuery): Reason[] {
  const { completed, failed } = tasksOf(row.quality)
  const isRecent = row.verified_at !== null && now.getTime() - Date.parse(row.verified_at) <= RECENT_MS
  const reasons: [boolean, Reason['code'], string][] = [
    [q !== undefined, 'text_match', 'Its description matches your query.'],
    [category !== undefined, 'category_match', 'It belongs to the category that you requested.'],
    [skill_tag !== undefined, 'tag_match', 'Its skill has the tag that you requested.'],
    [row.is_followed, 'followed_provider', 'You follow its provider.'],
    [
      completed + failed >= TASKS && completed >= RELIABLE * (completed + failed),
      'high_reliability',
      `${completed} of its last ${completed + failed} tasks were completed.`,
    ],
    [isRecent, 'recently_verified', 'Its provider was checked within the last five minutes.'],
  ]
  return reasons.flatMap(([is, code, detail]) => (is ? { code, detail } : []))
}

const count = z.number().catch(0)
const tasks = z.object({ completed: count, failed: count }).catch({ completed: 0, failed: 0 })

const tasksOf = (quality: Record<string, unknown>) => tasks.parse(quality.tasks)
