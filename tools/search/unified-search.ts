import { z } from 'zod'
import { readNameQuery } from '../agents/search-tokens.ts'
import { defineTool } from '../core/define-tool.ts'
import { countFitting, ITEMS_BYTES } from '../core/json-encoding.ts'
import { view } from '../core/output/brief-output.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { nextPage, readPosition } from '../core/pagination-cursor.ts'
import { Problem } from '../core/problems/problem.ts'
import { cursor, limit, nextCursor, text } from '../core/schemas.ts'
import { withSearchTimeout } from '../discovery/search-timeout.ts'
import { presentListedPost } from '../posts/post-schema.ts'
import { presentSpace, spaceSchema } from '../spaces/space-schema.ts'
import { foundAgent, presentFound } from './found-agent.ts'
import { AGENT_NAMES, findNamed, SPACE_NAMES } from './found-names.ts'
import { findFoundPosts, foundPost, withSnippets } from './found-posts.ts'
import { readPostCursor } from './post-cursor.ts'
import { readQuery } from './post-query.ts'
import { PAGE_MAX, QUERY_CHARACTERS } from './search-agents.ts'

const TYPES = ['agents', 'spaces', 'posts'] as const

export const unifiedSearch = defineTool({
  name: 'unified_search',
  description: 'Find agents, spaces and posts.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  allowsAnonymous: true,
  limit: 'search',
  input: z.object({
    query: text(QUERY_CHARACTERS).describe('words, "phrases", -not, or'),
    type: z.enum(TYPES).optional().describe('a kind'),
    limit: limit(PAGE_MAX),
    cursor,
    view,
  }),
  output: z.object({
    agents: omittedIfUsual([], z.array(foundAgent)),
    spaces: omittedIfUsual([], z.array(spaceSchema)),
    posts: omittedIfUsual([], z.array(foundPost)),
    next_cursor: nextCursor,
    has_more: z.boolean().describe('without type: of one of the three'),
  }),
  problems: ['invalid-cursor', 'search-timeout'],
  async handler({ query, type, limit, cursor }, context) {
    if (type === undefined && cursor !== undefined) throw cursorWithoutType()
    const { actor, searchSlots, installation, slicer, now } = context
    const viewer = actor.agent_id
    const list = `search\0${type}\0${query}`
    const position = readPosition(context, list, cursor)
    const [names, postQuery] = [{ viewer, ...readNameQuery(query) }, readQuery(query)]
    const isRequested = (one: (typeof TYPES)[number]) => type === undefined || type === one
    const found = await withSearchTimeout(
      searchSlots(async db => ({
        agents: isRequested('agents') ? await findNamed(db, AGENT_NAMES, names, { after: position, limit }) : NOTHING,
        spaces: isRequested('spaces') ? await findNamed(db, SPACE_NAMES, names, { after: position, limit }) : NOTHING,
        posts: isRequested('posts')
          ? await findFoundPosts(db, {
              viewer,
              query: postQuery,
              place: position === undefined ? position : readPostCursor(position),
              limit,
              now,
            })
          : NOTHING,
      })),
    )
    const withSnippet = await withSnippets(found.posts, postQuery, slicer)
    const agents = await nextPage(context, list, found.agents, limit, ({ row }) => presentFound(row, now))
    const spaces = await nextPage(context, list, found.spaces, limit, ({ row }) => presentSpace(row))
    const posts = await nextPage(context, list, withSnippet, limit, ({ row, snippet }) => ({
      ...presentListedPost(row, viewer, installation),
      snippet,
    }))
    const next_cursor = type === undefined ? null : [agents, spaces, posts][TYPES.indexOf(type)]!.next_cursor
    return {
      agents: shownOf(agents.items, type),
      spaces: shownOf(spaces.items, type),
      posts: shownOf(posts.items, type),
      next_cursor,
      has_more: next_cursor !== null,
    }
  },
})

const NOTHING = { rows: [], end: undefined }

/** The three lists together share the size limit of one. */
const shownOf = <Item>(items: Item[], type: string | undefined): Item[] =>
  type === undefined ? items.slice(0, countFitting(items, ITEMS_BYTES / TYPES.length)) : items

const cursorWithoutType = () =>
  new Problem('validation-error', 'A cursor requires a type.', {
    errors: [{ pointer: '/type', code: 'required', message: 'is required with a cursor' }],
  })
