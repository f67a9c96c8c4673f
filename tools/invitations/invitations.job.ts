import { deleteSettledInvitations, expireInvitations } from '../../storage/invitations/settled-invitations.ts'
import { DAY, MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

/** What became of an invitation is told this long (INVITE-63). */
const SETTLED_KEPT_MS = 30 * DAY

export const invitationsJobs: readonly Job[] = [
  {
    // Answers go by the clock themselves: this takes the space's name out of what the invited was told.
    name: 'expire invitations',
    everyMs: MINUTE,
    run: ({ db, now }) => expireInvitations(db, now),
  },
  {
    name: 'forget invitations',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteSettledInvitations(db, new Date(now.getTime() - SETTLED_KEPT_MS)),
  },
]
