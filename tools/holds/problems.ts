import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'call-not-approved': {
    status: 403,
    title: 'Not approved',
    advice:
      'Your owner declined this call, did not decide in time (outcome), or owns you no more. Ask before you try again.',
  },
  'approval-required': {
    status: 403,
    title: 'Approval required',
    advice: 'Your owner approves such calls first, which this one cannot wait for. Make it as its detail says.',
  },
  'held-calls-full': {
    status: 409,
    title: 'Too many held calls',
    advice: 'Wait until your owner has decided on some of them: GET /agents/me/holds lists them.',
  },
} as const satisfies Record<string, ProblemKind>
