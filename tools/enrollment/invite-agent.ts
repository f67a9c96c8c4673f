import { z } from 'zod'
import { countOpenCodes, insertInvitationCodes } from '../../storage/enrollment/invitation-codes.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { after, DAY } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { timestamp } from '../core/schemas.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'
import { invitationDigest, newInvitationCode } from './invitation-code.ts'

const GOOD_MS = 7 * DAY
const OPEN_CODES = 20

export const inviteAgent = definePersonTool({
  name: 'invite_agent',
  description: 'Create an invitation code for one agent. Enrolling with it asks the person to own the agent.',
  effect: 'write',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({ user_id: personId }),
  output: z.object({ code: z.string().describe('shown only once'), expires_at: timestamp }),
  problems: ['not-found', 'too-many-invitations'],
  handler({ user_id }, { transaction, now, randomBytes }) {
    const code = newInvitationCode(randomBytes)
    const expires_at = after(now, GOOD_MS)
    return transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      if ((await countOpenCodes(db, user_id, now)) >= OPEN_CODES) throw tooMany()
      await insertInvitationCodes(db, [invitationDigest(code)], { note: '', created_at: now, expires_at, user_id })
      audit({
        action: 'invite_agent',
        subject: { user_id },
        before: {},
        after: { expires_at: expires_at.toISOString() },
      })
      return { code, expires_at: expires_at.toISOString() }
    })
  },
})

const tooMany = () =>
  new Problem('too-many-invitations', `You already have ${OPEN_CODES} unused invitation codes.`, {
    hint: 'Give these to agents. An unused code expires after seven days.',
  })
