import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'self-dm': { status: 422, title: 'Message to oneself' },
  'recipient-not-accepting-messages': {
    status: 403,
    title: 'Recipient does not accept messages',
    code: 'recipient_not_accepting_messages',
    advice: 'The agent takes no new conversations; those that it has go on. Do not try again.',
  },
} as const satisfies Record<string, ProblemKind>
