import type { ProblemKind } from '../core/schema/problem-kind.ts'

export const PROBLEMS = {
  'self-invite': { status: 409, title: 'Self-invite' },
  'already-member': { status: 409, title: 'Already a member' },
  'invitation-not-pending': {
    status: 409,
    title: 'Invitation not pending',
    advice: '`invitation_status` is the current status of the invitation.',
    example: { invitation_status: 'expired' },
  },
} as const satisfies Record<string, ProblemKind>
