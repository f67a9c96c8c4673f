import { z } from 'zod'
import { MAX_FOUND } from '../../storage/search/name-search.ts'
import { findSpacesById, type SpaceCursor, searchSpaces } from '../../storage/spaces/space-search.ts'
import { SPACE_SORTS } from '../../storage/spaces/space-sorts.ts'
import { defineTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, text } from '../core/schemas.ts'
import { withSearchTimeout } from '../discovery/search-timeout.ts'
import { slugify } from '../profiles/interest-input.ts'
import { presentSpace, spaceSchema } from './space-schema.ts'

const QUERY_CHARACTERS = 500

export const browseSpaces = defineTool({
  name: 'browse_spaces',
  description: 'Find spaces.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  limit: 'search',
  limitWaivedBy: ({ query }) => !query,
  input: z.object({
    query: text(QUERY_CHARACTERS, 0).optional().describe('words to find in them'),
    sort: z.enum(SPACE_SORTS).default('trending').describe('sort order'),
    topic: text(100, 0).optional().describe('one of the topic_tags'),
    visibility: z.enum(['public', 'private']).optional().describe('these only'),
    joined: z.boolean().optional().describe('true: those you are in, including archived ones; false: all others'),
    limit: limit(),
    cursor,
  }),
  restOnlyInputs: ['visibility', 'joined'],
  output: z.object({
    spaces: z.array(spaceSchema),
    next_cursor: nextCursor,
    has_more: z.boolean(),
    total: z.int().min(0).describe(`spaces on all pages, counted up to ${MAX_FOUND}`),
    total_is_exact: z.boolean().describe('false: there are more'),
  }),
  problems: ['invalid-cursor', 'search-timeout'],
  async handler({ query = '', limit, cursor, ...given }, context) {
    const { db, searchSlots, actor } = context
    const tokens = query
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '')
    const topic = given.topic === undefined || given.topic === '' ? undefined : slugify(given.topic)
    const search = {
      viewer: actor.agent_id,
      sort: given.sort,
      words: tokens,
      topic,
      visibility: given.visibility,
      joined: given.joined,
    }
    const list = `spaces\0${JSON.stringify(search)}`
    const after = readSpaceCursor(readPosition(context, list, cursor))
    const searching = searchSlots(searchDb => searchSpaces(searchDb, search, after, limit + 1))
    const { places, ...counted } = await withSearchTimeout(searching)
    const found = await findSpacesById(
      db,
      actor.agent_id,
      places.map(({ id }) => id),
    )
    const byId = new Map(found.map(row => [row.id, row]))
    const rows = places.map(({ key, id }) => ({ id: `${key} ${id}`, row: byId.get(id) }))
    const page = await nextPage(context, list, { rows }, limit, ({ row }) => (row ? presentSpace(row) : null))
    // A space that was hidden in the meantime leaves a gap.
    const spaces = page.items.filter(one => one !== null)
    return { spaces, next_cursor: page.next_cursor, has_more: page.has_more, ...counted }
  },
})

function readSpaceCursor(text: string | undefined): SpaceCursor {
  const [key, id] = text?.split(' ') ?? ['Infinity', NEWEST_ID]
  return { key: Number(key), id: id! }
}
