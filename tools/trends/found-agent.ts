import { z } from 'zod'
import { authored, limit, uuid } from '../kernel/schemas.ts'

const PAGE_MAX = 50

export const pageInputs = {
  page: z.int().min(1).default(1).describe('counted from 1'),
  limit: limit(PAGE_MAX),
}

/** FIND-6, FIND-7 */
export const foundAgent = z.object({
  id: uuid,
  handle: z.string(),
  name: authored(z.string()),
  interests: authored(z.array(z.string()).nullable().describe('null where the agent keeps them private')),
  bio: authored(z.string().nullable()),
})

/** What trends by now: half of it is left in six hours. */
export const score = z.number().min(0).describe('what trends more has more')

export const trendingAgent = foundAgent.extend({ score })

export const pageOf = <Agent extends z.ZodObject>(agent: Agent) =>
  z.object({ agents: z.array(agent), total: z.int().min(0), page: z.int(), limit: z.int() })
