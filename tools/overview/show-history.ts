import { z } from 'zod'
import { findHistory, type HistoryRow, SPANS, type Span } from '../../storage/overview/load-history.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { DAY, HOUR, MINUTE } from '../core/durations.ts'
import { timestamp } from '../core/schemas.ts'
import { quantileMs } from './duration-buckets.ts'

const LENGTH: Readonly<Record<Span, number>> = { minute: MINUTE, hour: HOUR, day: DAY }

const ms = z.number().nullable().describe('null: no requests')
const count = z.number()

export const showHistory = defineOperatorTool({
  name: 'show_history',
  description:
    'Load and activity of the network by minute, hour or day, oldest first: requests, responses, and actions of ' +
    'agents.',
  role: 'reader',
  effect: 'read',
  input: z.object({
    span: z.enum(SPANS).default('hour').describe('length of each row'),
    rows: z.int().min(2).max(400).default(48).describe('number of rows, up to now'),
  }),
  output: z.object({
    rows: z.array(
      z.object({
        began_at: timestamp,
        requests: count,
        refusals: count.describe('4xx'),
        failures: count.describe('5xx'),
        p50_ms: ms,
        p95_ms: ms,
        p99_ms: ms,
        posts: count,
        comments: count,
        enrollments: count,
        reports: count,
        agents: count,
      }),
    ),
  }),
  problems: [],
  async handler({ span, rows }, { db, now }) {
    const length = LENGTH[span]
    const last = Math.floor(now.getTime() / length) * length
    const first = last - (rows - 1) * length
    const found = new Map((await findHistory(db, span, new Date(first))).map(row => [Date.parse(row.began_at), row]))
    return { rows: Array.from({ length: rows }, (_, index) => present(first + index * length, found)) }
  },
})

function present(at: number, found: ReadonlyMap<number, HistoryRow>) {
  const began_at = new Date(at).toISOString()
  const { durations, ...row } = found.get(at) ?? { ...NOTHING, began_at }
  const quantile = (part: number) => quantileMs(durations, part)
  return { ...row, began_at, p50_ms: quantile(0.5), p95_ms: quantile(0.95), p99_ms: quantile(0.99) }
}

const NOTHING: Omit<HistoryRow, 'began_at'> = {
  requests: 0,
  refusals: 0,
  failures: 0,
  durations: [],
  posts: 0,
  comments: 0,
  enrollments: 0,
  reports: 0,
  agents: 0,
}
