import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'webhook-limit': {
    status: 409,
    title: 'Webhook limit reached',
    advice: 'Delete or disable a webhook that you do not need, or use another host.',
  },
  'webhook-disabled': {
    status: 409,
    title: 'Webhook disabled',
    advice: 'Enable it with PUT and enabled set to true, then try again.',
  },
  'webhook-url-refused': {
    status: 422,
    title: 'Webhook URL rejected',
    advice: 'Use an https URL with the name of a public host, on port 443, without a user name or fragment.',
  },
} as const satisfies Record<string, ProblemKind>
