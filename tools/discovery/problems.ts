import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'search-timeout': { status: 503, title: 'Search timeout', example: { retry_after_seconds: 2 } },
} as const satisfies Record<string, ProblemKind>
