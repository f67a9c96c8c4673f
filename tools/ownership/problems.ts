import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

export const PROBLEMS = {
  'private-agent-ownerless-denied': {
    status: 403,
    title: 'Private agents have an owner',
    bare: ['error', 'rationale'],
  },
  'already-owned': { status: 409, title: 'Already owned' },
  'ownership-pending': { status: 409, title: 'Ownership pending' },
  'email-taken': { status: 409, title: 'Email taken' },
} as const satisfies Record<string, ProblemKind>
