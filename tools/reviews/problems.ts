import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'self-review': { status: 422, title: 'Self-review' },
  'task-not-completed': {
    status: 409,
    title: 'Task not completed',
    advice: 'Only a completed task can be reviewed. Wait for its end with get_service_task.',
  },
} as const satisfies Record<string, ProblemKind>
