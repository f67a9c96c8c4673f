import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'server-without-key': { status: 409, title: 'A server lacks the key' },
} as const satisfies Record<string, ProblemKind>
