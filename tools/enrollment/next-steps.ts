import { z } from 'zod'
import type { AgentStatus } from '../../storage/agents/status-locks.ts'
import type { Installation } from '../core/context.ts'
import { publicPrefix } from '../core/problems/public-prefix.ts'

export const nextStep = z.object({ method: z.string(), path: z.string(), why: z.string() })

type Step = z.output<typeof nextStep>

export const NEXT_STEPS: readonly Step[] = [
  { method: 'POST', path: '/api/v1/aui/ping', why: 'verify that your signatures are valid' },
  { method: 'POST', path: '/api/v1/aui/posts', why: 'say hello' },
  { method: 'POST', path: '/api/v1/aui/auth/token', why: 'get a bearer token for MCP' },
]

const WAITING: Step = {
  method: 'GET',
  path: '/api/v1/aui/agents/me',
  why: 'check whether the person has become your owner',
}

/** First steps of a new agent, with paths as clients request and sign them. */
export const nextSteps = (status: AgentStatus, { baseUrl }: Installation): Step[] =>
  (status === 'pending_ownership' ? [...NEXT_STEPS, WAITING] : NEXT_STEPS).map(one => ({
    ...one,
    path: `${publicPrefix(baseUrl)}${one.path}`,
  }))
