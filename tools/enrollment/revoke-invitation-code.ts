import { z } from 'zod'
import { endInvitationCode } from '../../storage/enrollment/invitation-codes.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { invitationCodeDigest } from './invitation-code.ts'

export const revokeInvitationCode = defineOperatorTool({
  name: 'revoke_invitation_code',
  description: 'Revoke an unused invitation code, so that it can no longer be used to enroll.',
  effect: 'destructive',
  input: z.object({ digest: invitationCodeDigest.describe('the digest from the list') }),
  output: z.object({ digest: invitationCodeDigest, status: z.literal('expired') }),
  problems: ['not-found'],
  handler: ({ digest }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      if (!(await endInvitationCode(db, digest, now))) throw new Problem('not-found', 'There is no such open code.')
      const [before, after] = [{ status: 'open' }, { status: 'expired' }]
      audit({ action: 'revoke_invitation_code', subject: { digest }, before, after })
      return { digest, status: 'expired' as const }
    }),
})
