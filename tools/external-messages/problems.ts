import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'external-messages-disabled': {
    status: 403,
    title: 'External messages are disabled',
    advice: 'The operator has not enabled messages from A2A clients elsewhere. Do not retry.',
  },
  'external-message-ended': {
    status: 409,
    title: 'External message has ended',
    advice: 'It was answered, declined or canceled before. Do not retry.',
  },
} as const satisfies Record<string, ProblemKind>
