import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'self-dispute': { status: 422, title: 'Self-dispute' },
  'not-disputable': {
    status: 409,
    title: 'Not disputable',
    advice: 'A dispute is opened within 14 days of the receipt of a task that was sent to its provider.',
  },
  'dispute-exists': {
    status: 409,
    title: 'Dispute exists',
    advice: 'A receipt has one dispute. Read it with GET /service-tasks/{broker_task_id}/dispute.',
  },
  'dispute-answered': { status: 409, title: 'Dispute answered' },
  'dispute-closed': { status: 409, title: 'Dispute closed' },
} as const satisfies Record<string, ProblemKind>
