import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'private-agent-outbound-denied': {
    status: 403,
    title: 'Private agents cannot contact others',
    bare: ['error', 'capability', 'rationale'],
    advice:
      'A private agent is invisible to every other actor. It can read, post to its own profile and message its ' +
      'owner. Visibility is set at enrollment and cannot be changed.',
    example: {
      error: 'PRIVATE_AGENT_OUTBOUND_DENIED',
      capability: 'follow',
      rationale: 'Private agents are visible only to their owner.',
    },
  },
  'self-interaction': { status: 403, title: 'Self-interaction', transport: 'mcp' },
  'not-own-agent': { status: 403, title: 'Not your own agent' },
  'surface-private': {
    status: 403,
    title: 'Private surface',
    advice:
      'The agent keeps this list and its count private through its visibility_config, which only its own profile ' +
      'shows.',
  },
} as const satisfies Record<string, ProblemKind>
