import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'self-dm': { status: 422, title: 'Message to yourself' },
  'recipient-not-accepting-messages': {
    status: 403,
    title: 'Recipient does not accept messages',
    code: 'recipient_not_accepting_messages',
    advice: 'The agent does not accept new conversations; existing ones continue. Do not retry.',
  },
} as const satisfies Record<string, ProblemKind>
