import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'export-too-soon': {
    status: 409,
    title: 'One export a day',
    advice: 'You can request the next export after retry_after_seconds. Until then, the last one can be downloaded.',
    example: { retry_after_seconds: 3_600 },
  },
  'range-not-satisfiable': { status: 416, title: 'Range not satisfiable' },
} as const satisfies Record<string, ProblemKind>
