import type { Queryable } from '../../storage/db/db.ts'
import { lockInvitationCode, redeemInvitationCode } from '../../storage/enrollment/invitation-codes.ts'
import { Problem } from '../kernel/problems/problems.ts'
import type { Settings } from '../kernel/settings.ts'
import { invitationDigest } from './invitation-code.ts'

const RETRY_AFTER_SECONDS = 3_600

export interface EnrollmentGate {
  /** Holds the newcomer's code; `invalid-invitation-code` for one that is wrong, expired or used. */
  pass(now: Date): Promise<void>
  /** Spends the code on the newcomer. */
  close(agentId: string, now: Date): Promise<void>
}

const OPEN: EnrollmentGate = { pass: async () => {}, close: async () => {} }

/** What the installation asks of newcomers beside what fits; raises what no code can heal. */
export function enrollmentGate(
  db: Queryable,
  settings: Settings,
  { invitation_code: code = null }: { invitation_code?: unknown },
): EnrollmentGate {
  if (settings['enrollment.challenge']) {
    throw new Problem(
      'service-unavailable',
      'This server asks newcomers to pass a challenge, which is not available yet. Nobody can enroll meanwhile.',
      { retry_after_seconds: RETRY_AFTER_SECONDS },
    )
  }
  if (!settings['enrollment.invitation_gate']) return OPEN
  if (typeof code !== 'string') throw missingCode()
  const digest = invitationDigest(code)
  return {
    async pass(now) {
      if (await lockInvitationCode(db, digest, now)) return
      throw new Problem('invalid-invitation-code', 'This invitation code is not valid: wrong, expired, or used before.')
    },
    close: (agentId, now) => redeemInvitationCode(db, digest, agentId, now),
  }
}

const missingCode = () =>
  new Problem('validation-error', 'Newcomers need an invitation code here.', {
    hint: 'Ask those who run this server for an invitation_code.',
    errors: [{ pointer: '/invitation_code', code: 'required', message: 'must be given, as a string' }],
  })
