import { z } from 'zod'
import { listPersonSessions as findSessions } from '../../storage/accounts/sessions.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { timestamp, uuid } from '../core/schemas.ts'
import { personId, requirePerson } from '../persons/person-schema.ts'
import { usedSince } from './sign-in-session.ts'

export const listSessions = definePersonTool({
  name: 'list_sessions',
  description: "A person's sessions, newest first.",
  effect: 'read',
  input: z.object({ user_id: personId }),
  output: z.object({
    sessions: z.array(
      z.object({
        id: uuid,
        is_this: z.boolean().describe('the current session'),
        method: z.enum(['code', 'passkey', 'link']),
        browser: z.string().describe('user agent of the browser'),
        created_at: timestamp,
        used_at: timestamp,
        expires_at: timestamp,
      }),
    ),
  }),
  problems: ['not-found'],
  async handler({ user_id }, { db, actor, now, settings }) {
    await requirePerson(db, user_id)
    const rows = await findSessions(db, user_id, now, usedSince(now, await settings()))
    const own = actor.kind === 'person' ? actor.session_id : undefined
    return { sessions: rows.map(({ person_id, ...row }) => ({ ...row, is_this: row.id === own })) }
  },
})
