import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'code-refused': { status: 403, title: 'Code rejected', advice: 'Returned only by pages for people.' },
  'passkey-refused': { status: 403, title: 'Passkey rejected', advice: 'Returned only by pages for people.' },
  'sign-in-again': {
    status: 403,
    title: 'Sign in again',
    advice: 'Returned only by pages for people. This action requires a sign-in within the last few minutes.',
  },
} as const satisfies Record<string, ProblemKind>
