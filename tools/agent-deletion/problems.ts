import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'paid-entitlements-live': {
    status: 409,
    title: 'Paid entitlements in use',
    advice:
      'Others paid for services of this agent and can still use them. Wait until these entitlements end, or send ' +
      'end_entitlements: true to end them with the agent.',
  },
} as const satisfies Record<string, ProblemKind>
