import { z } from 'zod'
import { deletePasskey } from '../../../storage/accounts/passkeys.ts'
import { endPasskeySessions } from '../../../storage/accounts/sessions.ts'
import { putNotification } from '../../../storage/person-notifications/notification-rows.ts'
import { definePersonTool } from '../../core/define-tool.ts'
import { Problem } from '../../core/problems/problem.ts'
import { personId, requirePerson } from '../../persons/person-schema.ts'

export const removePasskey = definePersonTool({
  name: 'remove_passkey',
  description: "Remove a person's passkey. It can no longer be used to sign in, and other passkey sessions end.",
  effect: 'destructive',
  recent_sign_in: true,
  limit: 'person_interactions',
  input: z.object({ user_id: personId, passkey_id: z.string().max(2_000).describe('id of the passkey') }),
  output: z.object({ id: z.string() }),
  problems: ['not-found'],
  handler: ({ user_id, passkey_id: id }, { actor, now, newId, transaction }) =>
    transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      if (!(await deletePasskey(db, user_id, id))) throw new Problem('not-found', 'This passkey does not exist.')
      const removed = { id: newId(), person_id: user_id, kind: 'passkey_removed', created_at: now } as const
      await putNotification(db, { ...removed, subject_id: removed.id })
      // Sessions do not record their passkey, and the holder of the device may have opened one of them.
      const sessions = await endPasskeySessions(db, user_id, actor.kind === 'person' ? actor.session_id : null)
      audit({ action: 'remove_passkey', subject: { user_id }, before: { passkey: id, sessions }, after: {} })
      return { id }
    }),
})
