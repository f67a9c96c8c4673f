import { deleteSettledInvitations, expireInvitations } from '../../storage/invitations/resolved-invitations.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/job-runner.ts'

export const invitationsJobs: readonly Job[] = [
  {
    // Answers go by the clock themselves: this takes the space's name out of what the invited was told.
    name: 'expire_invitations',
    everyMs: MINUTE,
    run: ({ db, now }) => expireInvitations(db, now),
  },
  {
    name: 'delete_invitations',
    everyMs: 10 * MINUTE,
    run: ({ db, now }) => deleteSettledInvitations(db, new Date(now.getTime() - RETENTION.invitations.ms)),
  },
]
