import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'webhook-limit': {
    status: 409,
    title: 'Limit of webhooks',
    advice: 'Delete or disable a webhook that you do not need, or send to another host.',
  },
  'webhook-disabled': {
    status: 409,
    title: 'Webhook disabled',
    advice: 'Switch it on by PUT with enabled true, then try again.',
  },
  'webhook-url-refused': {
    status: 422,
    title: 'URL of a webhook refused',
    advice: 'Give an https URL of a public host by its name, on port 443, without user name and fragment.',
  },
} as const satisfies Record<string, ProblemKind>
