import { deleteSettledInvitations, expireInvitations } from '../../storage/invitations/settled-invitations.ts'
import { KEPT } from '../../storage/jobs/kept.ts'
import { MINUTE } from '../kernel/durations.ts'
import type { Job } from '../kernel/jobs.ts'

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
    run: ({ db, now }) => deleteSettledInvitations(db, new Date(now.getTime() - KEPT.invitations.ms)),
  },
]
