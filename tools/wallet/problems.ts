import type { ProblemKind } from '../kernel/kinds/problem-kind.ts'

export const PROBLEMS = {
  'wallet-unavailable': {
    status: 403,
    title: 'Wallet unavailable',
    advice: 'Payments are not available in this installation, so there are no wallets to bind or read.',
  },
} as const satisfies Record<string, ProblemKind>
