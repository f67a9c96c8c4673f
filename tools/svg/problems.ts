import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'svg-rejected': { status: 422, title: 'SVG rejected' },
} as const satisfies Record<string, ProblemKind>
