import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

export const PROBLEMS = {
  'invalid-invitation-code': { status: 403, title: 'Invalid invitation code' },
  'private-requires-owner': { status: 422, title: 'Private requires owner', code: 'private_requires_owner' },
} as const satisfies Record<string, ProblemKind>
