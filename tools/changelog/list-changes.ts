import { z } from 'zod'
import { findVersionEnding } from '../../storage/versions/version-endings.ts'
import { nextPage, readPlace } from '../kernel/cursor.ts'
import { definePublicTool } from '../kernel/define.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { cursor, instant, limit, nextCursor } from '../kernel/schemas.ts'
import { VERSION } from '../kernel/version-ending.ts'
import { change } from './change.ts'
import { CHANGELOG } from './changelog.ts'
import { withEnding } from './ending-entry.ts'

const LIST = 'changes'

export const listChanges = definePublicTool({
  name: 'list_changes',
  description: 'What changed at the surface of this service, newest first.',
  effect: 'read',
  input: z.object({
    since: z
      .union([z.iso.date(), instant], 'must be a date, or RFC 3339 with a time zone, as 2026-11-25T10:00:00Z')
      .optional()
      .describe('of this day and later, in UTC'),
    limit: limit(),
    cursor,
  }),
  output: z.object({
    entries: z.array(change),
    next_cursor: nextCursor,
  }),
  problems: ['invalid-cursor'],
  async handler({ since, limit, cursor }, context) {
    const place = readPlace(context, LIST, cursor)
    const changes = withEnding(CHANGELOG, await findVersionEnding(context.db, VERSION))
    const seen = place === undefined ? -1 : changes.findIndex(({ id }) => id === place)
    if (place !== undefined && seen < 0) {
      throw new Problem('invalid-cursor', 'This change is listed no more; start again.', { restart: true })
    }
    const day = since === undefined ? '' : new Date(since).toISOString().slice(0, 10)
    const rows = changes.slice(seen + 1).filter(({ date }) => date >= day)
    const { items, next_cursor } = await nextPage(context, LIST, { rows }, limit, entry => entry)
    return { entries: items, next_cursor }
  },
})
