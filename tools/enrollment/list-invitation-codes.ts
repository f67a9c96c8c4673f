import { z } from 'zod'
import { findInvitationCodes as findCodes, type InvitationCodeRow } from '../../storage/enrollment/invitation-codes.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { limit, timestamp, uuid } from '../core/schemas.ts'
import { invitationCodeDigest } from './invitation-code.ts'

export const listInvitationCodes = defineOperatorTool({
  name: 'list_invitation_codes',
  description: 'Invitation codes by their SHA-256, newest first, and who redeemed them.',
  effect: 'read',
  input: z.object({
    limit: limit(),
    before: invitationCodeDigest.optional().describe('next_before of the previous page'),
  }),
  output: z.object({
    codes: z.array(
      z.object({
        digest: invitationCodeDigest,
        note: z.string(),
        status: z.enum(['open', 'redeemed', 'expired']),
        created_at: timestamp,
        expires_at: timestamp,
        redeemed_at: timestamp.nullable(),
        redeemed_by: uuid.nullable().describe('also null if that agent was deleted'),
      }),
    ),
    next_before: invitationCodeDigest.nullable(),
  }),
  problems: [],
  async handler({ limit, before }, { db, now }) {
    const rows = await findCodes(db, before, limit + 1)
    const codes = rows.slice(0, limit).map(row => ({ ...row, status: statusOf(row, now) }))
    return { codes, next_before: rows.length > limit ? codes.at(-1)!.digest : null }
  },
})

function statusOf({ redeemed_at, expires_at }: InvitationCodeRow, now: Date): 'open' | 'redeemed' | 'expired' {
  if (redeemed_at !== null) return 'redeemed'
  return Date.parse(expires_at) > now.getTime() ? 'open' : 'expired'
}
