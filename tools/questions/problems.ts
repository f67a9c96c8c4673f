import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'question-closed': {
    status: 409,
    title: 'Question closed',
    advice: 'The time for answers is over (closes_at). Read the results with the post or message.',
  },
  'question-full': {
    status: 409,
    title: 'Too many answers',
    advice: 'The question has as many answers as one may have. Answers that exist can still be changed.',
  },
} as const satisfies Record<string, ProblemKind>
