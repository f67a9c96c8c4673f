import { z } from 'zod'
import { listRecoveries } from '../../storage/keys/key-recoveries.ts'
import { defineOperatorTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, uuid } from '../core/schemas.ts'
import { presentRecovery, recoverySchema } from './recovery-schema.ts'

const listed = recoverySchema.extend({
  agent_id: uuid,
  handle: z.string(),
  owner_id: uuid.nullable().describe('the owner at its start; null: there was none, or that person is deleted'),
  owner_email: z.string().nullable(),
})

export const listKeyRecoveries = defineOperatorTool({
  name: 'list_key_recoveries',
  description: "Recoveries of agents' keys, newest first: those in progress, or all.",
  effect: 'read',
  input: z.object({
    which: z.enum(['running', 'all']).default('running').describe('in progress, or all'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ recoveries: z.array(listed), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ which, limit, cursor }, context) {
    const { db, now } = context
    const list = `${which} key recoveries`
    const before = readPosition(context, list, cursor) ?? NEWEST_ID
    const rows = await listRecoveries(db, { before, isRunning: which === 'running', now, limit: limit + 1 })
    const { items: recoveries, next_cursor } = await nextPage(context, list, { rows }, limit, row => {
      const { agent_id, handle, owner_id, owner_email } = row
      return { ...presentRecovery(row, now), agent_id, handle, owner_id, owner_email }
    })
    return { recoveries, next_cursor }
  },
})
