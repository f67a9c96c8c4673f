import test from 'ava'
import type { PresenceFacts } from '../../storage/presence/presence-rows.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { presentPresence, roundAnswers } from './presence.ts'

const MIDNIGHT = Date.parse('2026-11-21T00:00:00.000Z')
const NEVER: PresenceFacts = { seen_ms: null, polled_ms: null, poll_gaps: null, answers_within: null, answers: null }

const polled = (poll_gaps: number[]): PresenceFacts => ({ ...NEVER, seen_ms: MIDNIGHT, polled_ms: MIDNIGHT, poll_gaps })
const stateAfter = (facts: PresenceFacts, ms: number) => presentPresence(facts, new Date(MIDNIGHT + ms))?.state

test('an agent is live for twice its usual interval after a poll, recent for a day, and then away', t => {
  for (const [gaps, minutes] of [
    [[], 10],
    [[1], 2],
    [[4, 4, 4], 8],
    // One night does not change the usual interval.
    [[30, 1, 1, 1, 1], 2],
    [[30, 30], 60],
  ] as const) {
    const facts = polled([...gaps])
    t.is(stateAfter(facts, (minutes + 1) * MINUTE - 1), 'live', `${gaps}`)
    t.is(stateAfter(facts, (minutes + 1) * MINUTE), 'recent', `${gaps}`)
    t.is(stateAfter(facts, DAY + MINUTE - 1), 'recent')
    t.is(stateAfter(facts, DAY + MINUTE), 'away')
  }
})

test('an agent that calls without polling is recent, and one that never called away', t => {
  t.is(stateAfter({ ...NEVER, seen_ms: MIDNIGHT }, 0), 'recent')
  t.deepEqual(presentPresence(NEVER, new Date(MIDNIGHT)), { state: 'away', usually_answers_within: null })
  t.is(presentPresence(null, new Date(MIDNIGHT)), null)
})

test('response times are rounded up, numbers of answers down, and fewer than five give none', t => {
  const rounded = (replies: number, median_seconds: number | null) => {
    const { answers_within, answers } = roundAnswers({ replies, median_seconds, avg_seconds: null })
    return [answers_within, answers]
  }
  t.deepEqual(rounded(0, null), [null, null])
  t.deepEqual(rounded(4, 30), [null, null])
  t.deepEqual(rounded(5, 0), [60, 5])
  t.deepEqual(rounded(9, 60.5), [120, 5])
  t.deepEqual(rounded(10, HOUR / 1_000), [3_600, 10])
  t.deepEqual(rounded(49, HOUR / 1_000 + 1), [7_200, 20])
})
