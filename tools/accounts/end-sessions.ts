import { z } from 'zod'
import { deletePersonSessions as end } from '../../storage/accounts/sessions.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'

export const endSessions = definePersonTool({
  name: 'end_sessions',
  description: 'Sign a person out of one session, all sessions, or all sessions except the current one.',
  effect: 'destructive',
  idempotent: true,
  limit: 'person_interactions',
  input: z.object({
    user_id: personId,
    session_id: uuid.optional().describe('one session; all if omitted'),
    others: z.boolean().default(false).describe('all except the current session'),
  }),
  output: z.object({ ended: z.int() }),
  problems: ['not-found'],
  personsAlone: ({ user_id }) => [user_id],
  handler: ({ user_id, session_id, others }, { actor, transaction }) =>
    transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const except = others && actor.kind === 'person' ? actor.session_id : null
      const ended = await end(db, user_id, session_id === undefined ? { except } : { id: session_id })
      if (ended > 0) audit({ action: 'end_sessions', subject: { user_id }, before: { sessions: ended }, after: {} })
      return { ended }
    }),
})
