import { z } from 'zod'
import { listGrants } from '../../storage/oauth/oauth-grants.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { clientId, clientName, scopeList } from './pending-request.ts'

const grant = z.object({
  id: uuid,
  client_id: clientId,
  client_name: clientName,
  redirect_host: z.string(),
  scopes: scopeList,
  created_at: timestamp,
  last_used_at: timestamp.describe('when the client last obtained a token'),
  expires_at: timestamp.describe('expires then unless the client obtains another token'),
})

export const listTokens = defineTool({
  name: 'list_tokens',
  description: 'The clients that hold your tokens because you approved them, newest first.',
  scope: null,
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({ tokens: z.array(grant), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['invalid-cursor'],
  async handler(given, context) {
    const { db, actor, now } = context
    const before = readPosition(context, 'tokens', given.cursor) ?? NEWEST_ID
    const rows = await listGrants(db, actor, before, given.limit + 1, now)
    const { items, ...rest } = await nextPage(context, 'tokens', { rows }, given.limit, row => ({
      ...row,
      scopes: row.scopes as z.input<typeof scopeList>,
    }))
    return { tokens: items, ...rest }
  },
})
