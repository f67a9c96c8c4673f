import { z } from 'zod'
import { insertInvitationCodes } from '../../storage/enrollment/invitation-codes.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { DAY } from '../core/durations.ts'
import { text, timestamp } from '../core/schemas.ts'
import { invitationDigest, newInvitationCode } from './invitation-code.ts'

export const createInvitationCodes = defineOperatorTool({
  name: 'create_invitation_codes',
  description: 'Create invitation codes, each for one new agent. They are shown only once.',
  effect: 'write',
  recent_sign_in: true,
  input: z.object({
    count: z.int().min(1).max(100).default(1).describe('number of codes, at most 100'),
    expires_in_days: z.int().min(1).max(365).default(30).describe('number of days that they are valid'),
    note: text(200, 0).default('').describe('note on whom they are for'),
  }),
  output: z.object({ codes: z.array(z.string()), expires_at: timestamp, note: z.string() }),
  problems: [],
  async handler({ count, expires_in_days, note }, { transaction, now, randomBytes }) {
    const codes = Array.from({ length: count }, () => newInvitationCode(randomBytes))
    const expires_at = new Date(now.getTime() + expires_in_days * DAY)
    const facts = { note, expires_at: expires_at.toISOString() }
    await transaction(async ({ db, audit }) => {
      await insertInvitationCodes(db, codes.map(invitationDigest), { note, created_at: now, expires_at })
      audit({ action: 'create_invitation_codes', subject: {}, before: {}, after: { count, ...facts } })
    })
    return { codes, ...facts }
  },
})
