import { z } from 'zod'
import { FOUND_MOST } from '../../storage/search/names.ts'
import { findSpacesById, type SpacePlace, searchSpaces } from '../../storage/spaces/browsing.ts'
import { SPACE_SORTS } from '../../storage/spaces/sorts.ts'
import { inSearchTime } from '../discovery/search-timeout.ts'
import { NEWEST, nextPage, readPlace } from '../kernel/cursor.ts'
import { defineTool } from '../kernel/define.ts'
import { cursor, limit, nextCursor, text } from '../kernel/schemas.ts'
import { slugify } from '../profiles/interests.ts'
import { presentSpace, space } from './space.ts'

const QUERY_CHARACTERS = 500

export const browseSpaces = defineTool({
  name: 'browse_spaces',
  description: 'Find spaces.',
  scope: ['feed:read', 'space:read'],
  effect: 'read',
  mayReadStandby: true,
  forStrangers: true,
  limit: 'search',
  limitWaivedBy: given => !given('query'),
  input: z.object({
    query: text(QUERY_CHARACTERS, 0).optional().describe('words in it'),
    sort: z.enum(SPACE_SORTS).default('trending').describe('what comes first'),
    topic: text(100, 0).optional().describe('one of the topic_tags'),
    visibility: z.enum(['public', 'private']).optional().describe('these only'),
    joined: z.boolean().optional().describe('true: those you are in, archived ones too; false: the others'),
    limit: limit(),
    cursor,
  }),
  restOnlyInputs: ['visibility', 'joined'],
  output: z.object({
    spaces: z.array(space),
    next_cursor: nextCursor,
    has_more: z.boolean(),
    total: z.int().min(0).describe(`spaces on all pages, no more than ${FOUND_MOST} are counted`),
    total_is_exact: z.boolean().describe('false: there are more'),
  }),
  problems: ['invalid-cursor', 'search-timeout'],
  async handler({ query = '', limit, cursor, ...given }, context) {
    const { db, searches, actor } = context
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter(word => word !== '')
    const topic = given.topic === undefined || given.topic === '' ? undefined : slugify(given.topic)
    const search = {
      viewer: actor.agent_id,
      sort: given.sort,
      words,
      topic,
      visibility: given.visibility,
      joined: given.joined,
    }
    const list = `spaces\0${JSON.stringify(search)}`
    const after = placeOf(readPlace(context, list, cursor))
    const searching = searches(searchDb => searchSpaces(searchDb, search, after, limit + 1))
    const { places, ...counted } = await inSearchTime(searching)
    const found = await findSpacesById(
      db,
      actor.agent_id,
      places.map(({ id }) => id),
    )
    const byId = new Map(found.map(row => [row.id, row]))
    const rows = places.map(({ key, id }) => ({ id: `${key} ${id}`, row: byId.get(id) }))
    const page = await nextPage(context, list, { rows }, limit, ({ row }) => (row ? presentSpace(row) : null))
    // A space that was hidden meanwhile leaves a gap.
    const spaces = page.items.filter(one => one !== null)
    return { spaces, next_cursor: page.next_cursor, has_more: page.has_more, ...counted }
  },
})

function placeOf(place: string | undefined): SpacePlace {
  const [key, id] = place?.split(' ') ?? ['Infinity', NEWEST]
  return { key: Number(key), id: id! }
}
