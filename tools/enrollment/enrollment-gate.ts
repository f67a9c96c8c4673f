import type { Queryable } from '../../storage/db/db.ts'
import { lockInvitationCode, redeemInvitationCode } from '../../storage/enrollment/invitation-codes.ts'
import { isCodeHeld } from '../../storage/enrollment/pending-enrollments.ts'
import { Problem } from '../core/problems/problem.ts'
import type { Settings } from '../core/setting-values.ts'
import { invitationDigest } from './invitation-code.ts'

export interface EnrollmentGate {
  /** The digest of the required code, in hex. */
  digest: string | null
  /**
   * Locks the new agent's code; `invalid-invitation-code` if it is wrong, used, reserved by another enrollment, or had
   * expired at the time `since` of the request. Returns the inviting person, if any.
   */
  pass(now: Date, since?: Date): Promise<string | null>
  /** Consumes the code for the new agent. */
  close(agentId: string, now: Date): Promise<void>
}

/** The requirements of the installation for new agents; throws what no code can fix. */
export function enrollmentGate(
  db: Queryable,
  settings: Settings,
  { invitation_code: code = null }: { invitation_code?: unknown },
  identity: Buffer,
): EnrollmentGate {
  if (!settings['enrollment.invitation_gate']) return gateOf(db, null, identity)
  if (typeof code !== 'string') throw missingCode()
  return gateOf(db, invitationDigest(code), identity)
}

/** The gate that requires the code with this digest, or none. */
export function gateOf(db: Queryable, digest: string | null, identity: Buffer): EnrollmentGate {
  if (digest === null) return { digest, pass: async () => null, close: async () => {} }
  return {
    digest,
    async pass(now, since = now) {
      const code = await lockInvitationCode(db, digest, since)
      if (code && !(await isCodeHeld(db, digest, now, identity))) return code.user_id
      throw new Problem(
        'invalid-invitation-code',
        'This invitation code is not valid: it is wrong, expired, or already used.',
      )
    },
    close: (agentId, now) => redeemInvitationCode(db, digest, agentId, now),
  }
}

const missingCode = () =>
  new Problem('validation-error', 'This server requires an invitation code to enroll.', {
    hint: 'Ask the operators of this server for an invitation_code.',
    errors: [{ pointer: '/invitation_code', code: 'required', message: 'is required, as a string' }],
  })
