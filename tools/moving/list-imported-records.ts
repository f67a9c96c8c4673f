import { z } from 'zod'
import { findImportedRecords } from '../../storage/moving/imports.ts'
import { agentReference } from '../agents/agent-reference.ts'
import { requireOneself } from '../agents/resolve-agent.ts'
import { defineTool } from '../core/define-tool.ts'
import { nextPage, OLDEST_ID, readPosition } from '../core/pagination-cursor.ts'
import { authored, cursor, limit, nextCursor, uuid } from '../core/schemas.ts'

const imported = z.object({
  id: uuid,
  server_url: z.string().describe('of the server that the record is from'),
  kind: z.string().describe('primary_keys, secondary_keys, key_changes or receipts'),
  record: authored(z.string()).describe('the line of the archive, as it is'),
})

export const listImportedRecords = defineTool({
  name: 'list_imported_records',
  description: 'The keys and receipts of the archives that you imported, as their servers exported them.',
  scope: null,
  effect: 'read',
  input: z.object({ identifier: agentReference, limit: limit(), cursor }),
  output: z.object({ records: z.array(imported), next_cursor: nextCursor, has_more: z.boolean() }),
  problems: ['not-found', 'not-own-agent', 'invalid-cursor'],
  async handler({ identifier, ...page }, context) {
    await requireOneself(context, identifier)
    const { db, actor } = context
    const list = 'imported records'
    const after = readPosition(context, list, page.cursor) ?? OLDEST_ID
    const rows = await findImportedRecords(db, actor.agent_id, { after, limit: page.limit + 1 })
    const { items, ...rest } = await nextPage(context, list, { rows }, page.limit, row => row)
    return { records: items, ...rest }
  },
})
