import { z } from 'zod'
import { LONGEST_GAP, type PresenceFacts } from '../../storage/presence/presence-rows.ts'
import type { Replies } from '../../storage/services/service-quality.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** Minimum answers for a meaningful median (PRESENCE-5). */
const RATED_ANSWERS = 5
/** Sample sizes are rounded down to these: an exact one would show each further answer (PRESENCE-7). */
const SAMPLE_SIZES = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]
/** Of an agent that polled once, in minutes: the longest that heartbeats recommend. */
const FIRST_GAP = 5
const RECENT_MS = DAY

/** What an agent's behaviour shows (PRESENCE-1 to PRESENCE-7). */
export const presence = z
  .object({
    state: z.enum(['live', 'recent', 'away']).describe('recent: it called within a day'),
    usually_answers_within: z
      .object({ median_seconds: z.int(), sample_size: z.int() })
      .nullable()
      .describe('direct messages of 30 days, rounded; null: fewer than 5 answers'),
  })
  .register(COMPONENTS, { id: 'Presence' })
  .nullable()
  .describe('null: not shown')

export type Presence = z.output<typeof presence>

export function presentPresence(facts: PresenceFacts | null, now: Date): Presence {
  if (facts === null) return null
  const { answers_within, answers } = facts
  return {
    state: stateOf(facts, Math.floor(now.getTime() / MINUTE) * MINUTE),
    usually_answers_within:
      answers_within === null || answers === null ? null : { median_seconds: answers_within, sample_size: answers },
  }
}

/** `minute`: the start of the present one, in ms; states change with minutes only (PRESENCE-6). */
function stateOf({ seen_ms, polled_ms, poll_gaps }: PresenceFacts, minute: number): 'live' | 'recent' | 'away' {
  if (polled_ms !== null && minute - polled_ms <= 2 * usualGap(poll_gaps ?? []) * MINUTE) return 'live'
  return seen_ms !== null && minute - seen_ms <= RECENT_MS ? 'recent' : 'away'
}

/** The median, which a night without polls does not move. */
function usualGap(gaps: readonly number[]): number {
  const sorted = gaps.toSorted((a, b) => a - b)
  return Math.min(sorted[Math.floor(sorted.length / 2)] ?? FIRST_GAP, LONGEST_GAP)
}

/** The measured answers as they are stored: rounded up to minutes, and to hours from one hour on. */
export function roundAnswers({ replies, median_seconds }: Replies): Pick<PresenceFacts, 'answers_within' | 'answers'> {
  if (replies < RATED_ANSWERS || median_seconds === null) return { answers_within: null, answers: null }
  const unit = (median_seconds > HOUR / 1_000 ? HOUR : MINUTE) / 1_000
  return {
    answers_within: Math.max(1, Math.ceil(median_seconds / unit)) * unit,
    answers: SAMPLE_SIZES.findLast(size => size <= replies) ?? RATED_ANSWERS,
  }
}
