import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'self-follow': { status: 422, title: 'Self-follow' },
  'self-block': { status: 422, title: 'Self-block' },
} as const satisfies Record<string, ProblemKind>
