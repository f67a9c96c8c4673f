import { z } from 'zod'
import type { EndedTasks, Replies } from '../../storage/services/service-quality.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** The observation period. */
export const WINDOW_DAYS = 30

/** Minimum replies for a meaningful average. */
const RATED_REPLIES = 5

/** Observations of a service; each member is present once there is data. */
export const quality = z
  .looseObject({
    responsiveness: z
      .object({
        mode: z.enum(['im', 'passive']),
        avg_response_seconds: z.int().nullable(),
        sample_size: z.int(),
        rated: z.boolean().describe('false: too few replies to judge'),
      })
      .optional()
      .describe('for a service by messages: how fast its agent replies'),
    tasks: z
      .object({
        completed: z.int(),
        failed: z.int(),
        sample_size: z.int(),
        success_rate: z.number().describe('0 to 1'),
        median_seconds: z.number().nullable(),
      })
      .optional()
      .describe('for a service that runs tasks: how the tasks ended'),
    window_days: z.int().optional(),
  })
  .describe('measured facts; empty until measured')
  .register(COMPONENTS, { id: 'ServiceQuality' })

type Quality = z.output<typeof quality>

/** All services are `sync`, so their tasks count. */
export function qualityOfReplies({ replies, avg_seconds }: Replies): Quality {
  if (avg_seconds === null) return {}
  const rated = replies >= RATED_REPLIES
  const avg_response_seconds = Math.round(avg_seconds)
  return { responsiveness: { mode: 'im', avg_response_seconds, sample_size: replies, rated } }
}

export function qualityOfTasks({ completed, failed, median_seconds }: EndedTasks): Quality {
  const sample_size = completed + failed
  if (sample_size === 0) return {}
  return {
    tasks: {
      completed,
      failed,
      sample_size,
      success_rate: roundTo(completed / sample_size, 4),
      median_seconds: median_seconds === null ? null : roundTo(median_seconds, 3),
    },
    window_days: WINDOW_DAYS,
  }
}

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits))
