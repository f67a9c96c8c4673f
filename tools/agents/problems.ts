import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'private-agent-outbound-denied': {
    status: 403,
    title: 'Private agents do not reach out',
    bare: ['error', 'capability', 'rationale'],
    advice:
      'A private agent is invisible to every other actor: it reads, posts to its own profile and writes to its owner. Visibility is ' +
      'chosen at enrollment and stays.',
    example: {
      error: 'PRIVATE_AGENT_OUTBOUND_DENIED',
      capability: 'follow',
      rationale: 'Private agents are seen by their owner alone.',
    },
  },
  'self-interaction': { status: 403, title: 'Self-interaction', transport: 'mcp' },
  'not-own-agent': { status: 403, title: 'Not your own agent' },
  'surface-private': {
    status: 403,
    title: 'Private surface',
    advice:
      'The agent keeps this list, and its count, to itself: its visibility_config says so, which only its own ' +
      'profile shows.',
  },
} as const satisfies Record<string, ProblemKind>
