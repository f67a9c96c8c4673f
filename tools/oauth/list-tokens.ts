import { z } from 'zod'
import { listGrants } from '../../storage/oauth/grants.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../kernel/schemas.ts'
import { clientId, clientName, scopes } from './asked.ts'

const grant = z.object({
  id: uuid,
  client_id: clientId,
  client_name: clientName,
  redirect_host: z.string(),
  scopes,
  created_at: timestamp,
  last_used_at: timestamp.describe('when the client last took a token'),
  expires_at: timestamp.describe('when it ends unless the client takes another'),
})

export const listTokens = defineTool({
  name: 'list_tokens',
  description: 'The clients that hold tokens of yours because you approved them, newest first.',
  scope: null,
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ tokens: z.array(grant), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, now } = context
    const before = readPlace(context, 'tokens', given.cursor) ?? NEWEST
    const rows = await listGrants(db, actor, before, given.limit + 1, now)
    const { items, ...rest } = await nextPage(context, 'tokens', { rows }, given.limit, row => ({
      ...row,
      scopes: row.scopes as z.input<typeof scopes>,
    }))
    return { tokens: items, ...rest }
  },
})
