import { z } from 'zod'
import { listRecoveries } from '../../../storage/keys/recoveries.ts'
import { NEWEST, nextPage, readPlace } from '../../kernel/cursor.ts'
import { defineOperatorTool } from '../../kernel/define.ts'
import { cursor, limit, nextCursor, uuid } from '../../kernel/schemas.ts'
import { presentRecovery, recovery } from './recovery.ts'

const listed = recovery.extend({
  agent_id: uuid,
  handle: z.string(),
  owner_id: uuid.nullable().describe('who asked; null: that person is deleted'),
  owner_email: z.string().nullable(),
})

export const listKeyRecoveries = defineOperatorTool({
  name: 'list_key_recoveries',
  description: 'Recoveries of the keys of agents by their owners, newest first: those that run, or all.',
  effect: 'read',
  input: z.object({
    which: z.enum(['running', 'all']).default('running').describe('running, or all'),
    limit: limit(),
    cursor,
  }),
  output: z.object({ recoveries: z.array(listed), next_cursor: nextCursor }),
  problems: ['invalid-cursor'],
  async handler({ which, limit, cursor }, context) {
    const { db, now } = context
    const list = `${which} key recoveries`
    const before = readPlace(context, list, cursor) ?? NEWEST
    const rows = await listRecoveries(db, { before, isRunning: which === 'running', now, limit: limit + 1 })
    const { items: recoveries, next_cursor } = await nextPage(context, list, { rows }, limit, row => {
      const { agent_id, handle, owner_id, owner_email } = row
      return { ...presentRecovery(row, now), agent_id, handle, owner_id, owner_email }
    })
    return { recoveries, next_cursor }
  },
})
