import { deleteSettledInvitations, expireInvitations } from '../../storage/invitations/resolved-invitations.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'

export const invitationsJobs: readonly Job[] = [
  {
    // Answers check the time themselves: this job removes the space's name from what the invitee can read.
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
