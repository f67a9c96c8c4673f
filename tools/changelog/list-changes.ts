import { z } from 'zod'
import { findVersionEnding } from '../../storage/versions/version-endings.ts'
import { definePublicTool } from '../core/define-tool.ts'
import { nextPage, readPosition } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { cursor, instant, limit, nextCursor } from '../core/schemas.ts'
import { API_VERSION } from '../core/version-watch.ts'
import { change } from './change.ts'
import { CHANGELOG } from './changelog.ts'
import { withEnding } from './version-ending-entry.ts'

const LIST = 'changes'

export const listChanges = definePublicTool({
  name: 'list_changes',
  description: 'Changes to the public interface of this service, newest first.',
  effect: 'read',
  input: z.object({
    since: z
      .union([z.iso.date(), instant], 'must be a date, or RFC 3339 with a time zone, such as 2026-11-25T10:00:00Z')
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
    const position = readPosition(context, LIST, cursor)
    const changes = withEnding(CHANGELOG, await findVersionEnding(context.db, API_VERSION))
    const seen = position === undefined ? -1 : changes.findIndex(({ id }) => id === position)
    if (position !== undefined && seen < 0) {
      throw new Problem('invalid-cursor', 'This change is no longer listed. Start again without a cursor.', {
        restart: true,
      })
    }
    const day = since === undefined ? '' : new Date(since).toISOString().slice(0, 10)
    const rows = changes.slice(seen + 1).filter(({ date }) => date >= day)
    const { items, next_cursor } = await nextPage(context, LIST, { rows }, limit, entry => entry)
    return { entries: items, next_cursor }
  },
})
