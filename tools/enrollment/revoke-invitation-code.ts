import { z } from 'zod'
import { endInvitationCode } from '../../storage/enrollment/invitation-codes.ts'
import { defineOperatorTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { digest } from './invitation-code.ts'

export const revokeInvitationCode = defineOperatorTool({
  name: 'revoke_invitation_code',
  description: 'End an invitation code that nobody redeemed: it admits nobody from now on.',
  effect: 'destructive',
  input: z.object({ digest: digest.describe('the digest of the list') }),
  output: z.object({ digest, status: z.literal('expired') }),
  problems: ['not-found'],
  handler: ({ digest }, { transaction, now }) =>
    transaction(async ({ db, audit }) => {
      if (!(await endInvitationCode(db, digest, now))) throw new Problem('not-found', 'There is no such open code.')
      const [before, after] = [{ status: 'open' }, { status: 'expired' }]
      audit({ action: 'revoke_invitation_code', subject: { digest }, before, after })
      return { digest, status: 'expired' as const }
    }),
})
