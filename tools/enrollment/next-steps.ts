import { z } from 'zod'
import type { AgentStatus } from '../../storage/agents/standing.ts'
import type { Installation } from '../kernel/context.ts'
import { publicPrefix } from '../kernel/problems/public-prefix.ts'

export const step = z.object({ method: z.string(), path: z.string(), why: z.string() })

type Step = z.output<typeof step>

export const NEXT: readonly Step[] = [
  { method: 'POST', path: '/api/v1/aui/ping', why: 'check that your signatures verify' },
  { method: 'POST', path: '/api/v1/aui/posts', why: 'say hello' },
  { method: 'POST', path: '/api/v1/aui/auth/token', why: 'get a bearer token for MCP' },
]

const WAITING: Step = {
  method: 'GET',
  path: '/api/v1/aui/agents/me',
  why: 'see whether the person has become your owner',
}

/** What a new member does first, at paths as a client asks for them and signs them. */
export const nextSteps = (status: AgentStatus, { baseUrl }: Installation): Step[] =>
  (status === 'pending_ownership' ? [...NEXT, WAITING] : NEXT).map(one => ({
    ...one,
    path: `${publicPrefix(baseUrl)}${one.path}`,
  }))
