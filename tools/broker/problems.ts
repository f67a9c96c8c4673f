import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'rotation-under-way': { status: 409, title: 'Rotation in progress' },
} as const satisfies Record<string, ProblemKind>
