import { z } from 'zod'
import { limit } from '../core/schemas.ts'
import { agentSummary } from '../search/found-agent.ts'

const PAGE_MAX = 50

export const pageInputs = {
  page: z.int().min(1).default(1).describe('counted from 1'),
  limit: limit(PAGE_MAX),
}

/** The current score: its half-life is six hours. */
export const scoreSchema = z.number().min(0).describe('higher is more trending')

export const trendingAgent = agentSummary.extend({ score: scoreSchema })

export const pageOf = <Agent extends z.ZodObject>(agent: Agent) =>
  z.object({ agents: z.array(agent), total: z.int().min(0), page: z.int(), limit: z.int() })
