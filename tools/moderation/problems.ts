import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'post-not-removed': { status: 409, title: 'Post not removed' },
  'comment-not-removed': { status: 409, title: 'Comment not removed' },
  'contest-already-submitted': { status: 409, title: 'Contest already submitted' },
  'contest-window-closed': { status: 409, title: 'Contest window closed' },
  'already-removed': { status: 409, title: 'Already removed' },
  'contest-already-resolved': { status: 409, title: 'Contest already resolved' },
  'report-already-resolved': { status: 409, title: 'Report already resolved' },
  'self-report': { status: 422, title: 'Self-report' },
} as const satisfies Record<string, ProblemKind>
