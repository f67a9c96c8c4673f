import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'private-agent-ownerless-denied': {
    status: 403,
    title: 'Private agents require an owner',
    bare: ['error', 'rationale'],
  },
  'already-owned': { status: 409, title: 'Already owned' },
  'ownership-pending': { status: 409, title: 'Ownership pending' },
  'email-taken': { status: 409, title: 'Email taken' },
  'not-stopped-by-owner': {
    status: 409,
    title: 'Not stopped by its owner',
    advice: 'Returned only by pages for people. Only an operator can restore an agent that an operator disabled.',
  },
  'too-many-invitations': { status: 409, title: 'Too many invitations', advice: 'Returned only by pages for people.' },
} as const satisfies Record<string, ProblemKind>
