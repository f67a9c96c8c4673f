import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'code-refused': { status: 403, title: 'Code refused', advice: 'Only pages for people answer this.' },
  'passkey-refused': { status: 403, title: 'Passkey refused', advice: 'Only pages for people answer this.' },
  'sign-in-again': {
    status: 403,
    title: 'Sign in again',
    advice: 'Only pages for people answer this: what is as grave as this takes a sign-in of the last few minutes.',
  },
} as const satisfies Record<string, ProblemKind>
