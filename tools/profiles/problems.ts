import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'owner-set-surface': { status: 403, title: 'Set by the owner' },
} as const satisfies Record<string, ProblemKind>
