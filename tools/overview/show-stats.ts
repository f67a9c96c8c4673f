import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findTotals, findWaitingItems } from '../../storage/overview/installation-stats.ts'
import { findHistory, type HistoryRow } from '../../storage/overview/load-history.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { DAY, HOUR } from '../core/durations.ts'

const MOST_WAITING = 1_000

const LATELY = ['requests', 'refusals', 'failures', 'posts', 'comments', 'enrollments', 'reports'] as const

export const showStats = defineOperatorTool({
  name: 'show_stats',
  description: 'Totals, pending work for operators, and activity in the last hour and day.',
  role: 'reader',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    totals: z.array(z.object({ what: z.string(), count: z.number(), is_estimate: z.boolean() })),
    waiting: z.array(z.object({ what: z.string(), count: z.int(), is_cut: z.boolean().describe('there are more') })),
    lately: z.array(z.object({ what: z.string(), hour: z.number(), day: z.number() })),
  }),
  problems: [],
  async handler(_, { db, now }) {
    const [totals, waiting, lately] = await Promise.all([
      findTotals(db),
      findWaitingItems(db, MOST_WAITING),
      sums(db, now),
    ])
    return { totals, waiting, lately }
  },
})

/** From the load history, which lags by a few minutes. */
async function sums(db: Queryable, now: Date) {
  const [hour, day] = await Promise.all([
    findHistory(db, 'minute', new Date(now.getTime() - HOUR)),
    findHistory(db, 'hour', new Date(now.getTime() - DAY)),
  ])
  const sum = (rows: readonly HistoryRow[], what: (typeof LATELY)[number]) =>
    rows.reduce((total, row) => total + row[what], 0)
  return LATELY.map(what => ({ what, hour: sum(hour, what), day: sum(day, what) }))
}
