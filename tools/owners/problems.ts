import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

export const PROBLEMS = {
  'not-stopped-by-owner': {
    status: 409,
    title: 'Not stopped by its owner',
    advice: 'Only pages for people answer this: what operators disabled, operators bring back.',
  },
  'too-many-invitations': { status: 409, title: 'Too many invitations', advice: 'Only pages for people answer this.' },
} as const satisfies Record<string, ProblemKind>
