import { z } from 'zod'
import { deletePersonSessions } from '../../storage/accounts/sessions.ts'
import { queueMailToFormer } from '../../storage/mail/mail-queue.ts'
import { deleteMailToAddress } from '../../storage/ownership/person-deletion.ts'
import { lockPerson, updatePerson } from '../../storage/ownership/person-rows.ts'
import { putNotification } from '../../storage/person-notifications/notification-rows.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { mailAddress } from '../core/text/mail-address.ts'
import { formerAddressMail } from './former-address-mail.ts'
import { displayName, personId, personSchema } from './person-schema.ts'

export const editUser = defineOperatorTool({
  name: 'edit_user',
  description: "Change a person's name or email address. A new address signs them out everywhere.",
  effect: 'write',
  recent_sign_in: true,
  idempotent: true,
  input: z.object({
    user_id: personId,
    email: mailAddress.optional().describe('stored in lower case; must be unique'),
    display_name: displayName.optional().describe('1 to 100 characters'),
  }),
  output: personSchema,
  problems: ['email-taken', 'not-found'],
  personsAlone: ({ user_id }) => [user_id],
  handler: ({ user_id, ...wanted }, { actor, now, newId, installation, transaction }) =>
    transaction(async ({ db, audit }) => {
      const former = await lockPerson(db, user_id)
      if (!former) throw new Problem('not-found', 'This user does not exist.')
      // Sessions and codes of the previous address become invalid; of it, only the mail that says so is retained.
      const isMoved = wanted.email !== undefined && wanted.email !== former.email
      if (isMoved) await deleteMailToAddress(db, user_id)
      const ended = isMoved ? await deletePersonSessions(db, user_id, { except: actor.staff?.session_id ?? null }) : 0
      if (!(await updatePerson(db, user_id, { email: wanted.email, display_name: wanted.display_name }))) {
        throw new Problem('email-taken', 'A person with this email address already exists.')
      }
      const changed = { id: newId(), person_id: user_id, kind: 'address_changed', created_at: now } as const
      if (isMoved) {
        await putNotification(db, { ...changed, subject_id: changed.id })
        const mail = { id: newId(), email: former.email, about: user_id }
        await queueMailToFormer(db, mail, formerAddressMail(wanted.email!, { now, installation }))
      }
      const { email, display_name } = former
      const [before, after] = [
        { email, display_name, ...(ended > 0 && { sessions: ended }) },
        { email: wanted.email ?? email, display_name: wanted.display_name ?? display_name },
      ]
      audit({ action: 'edit_user', subject: { user_id }, before, after })
      return { ...former, ...after }
    }),
})
