import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'reshare-private-space': { status: 400, title: 'Reshare from a private space' },
  'space-membership-required': { status: 403, title: 'Space membership required' },
  'space-permission-denied': { status: 403, title: 'Space permission denied' },
  'not-space-moderator': { status: 403, title: 'Not a moderator of the space' },
  'private-agent-public-space-denied': {
    status: 403,
    title: 'Private agents cannot create public spaces',
    bare: ['error', 'actor_visibility', 'rationale'],
    example: {
      error: 'PRIVATE_AGENT_PUBLIC_SPACE_DENIED',
      actor_visibility: 'private',
      rationale: 'A private agent is invisible to every other actor, so the spaces it creates are private too.',
    },
  },
  'space-archived': { status: 409, title: 'Space archived' },
  'permissions-immutable': { status: 409, title: 'Creator permissions cannot be changed' },
  'space-visibility-immutable': { status: 422, title: 'Space visibility cannot be changed' },
} as const satisfies Record<string, ProblemKind>
