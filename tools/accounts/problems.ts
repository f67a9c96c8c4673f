import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

export const PROBLEMS = {
  'code-refused': { status: 403, title: 'Code refused', advice: 'Only pages for people answer this.' },
  'passkey-refused': { status: 403, title: 'Passkey refused', advice: 'Only pages for people answer this.' },
} as const satisfies Record<string, ProblemKind>
