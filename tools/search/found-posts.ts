import { z } from 'zod'
import type { TimeSlicer } from '../../concurrency/time-slicer.ts'
import type { Queryable } from '../../storage/db/db.ts'
import { findPostsById, LISTED_CHARACTERS, type PostRow } from '../../storage/posts/post-rows.ts'
import { findHashtagsLike } from '../../storage/search/hashtag-words.ts'
import {
  type FoundPostRow,
  findMatchingPosts,
  findPostTexts,
  type ScannedPosts,
} from '../../storage/search/post-search.ts'
import { impliedBy, omitted, omittedIfUsual } from '../core/output/compact-hints.ts'
import { NEWEST_ID } from '../core/pagination-cursor.ts'
import { authored } from '../core/schemas.ts'
import { postSchema } from '../posts/post-schema.ts'
import { BEST_FIRST, cursorMarkOf, type PostSearchCursor, writePostCursor } from './post-cursor.ts'
import type { PostQuery } from './post-query.ts'
import { rankPosts } from './ranking.ts'
import { searchedTexts } from './searched-texts.ts'
import { type Snippet, snippetOf } from './snippet.ts'

const snippet = z.object({
  from: omittedIfUsual('content', z.enum(['content', 'companion_message'])),
  text: authored(z.string()).describe('plain text excerpt'),
  hits: omitted(z.array(z.object({ start: z.int().min(0), length: z.int().min(1) })).describe('in characters of text')),
})

export const foundPost = postSchema.extend({ snippet: impliedBy('content', snippet) }).meta({ shownBy: 'get_post' })

export interface FoundPost {
  /** The reader's position after it. */
  id: string
  row: PostRow
  /** Its whole content. */
  content: string
}

export interface FoundPosts {
  rows: FoundPost[]
  /** The next position if all rows are shown; `undefined`: there is none. */
  end: string | undefined
}

interface PostsSought {
  viewer: string
  query: PostQuery
  place: PostSearchCursor | undefined
  limit: number
  now: Date
}

const START: PostSearchCursor = { isMisspelt: false, lane: 'best', before: NEWEST_ID, shown: [] }

/** A page of posts; without exact results, posts with a hashtag that differs by a typo. */
export async function findFoundPosts(db: Queryable, search: PostsSought): Promise<FoundPosts> {
  const { place: cursor = START, query } = search
  const page = await pageFrom(db, search, cursor)
  const isFound = page.ids.length > 0 || page.end !== undefined
  if (search.place || isFound || query.misspelt.length === 0) return await filled(db, search.viewer, page)
  return await filled(db, search.viewer, await pageFrom(db, search, { ...START, isMisspelt: true }))
}

interface Page {
  ids: { id: string; after: PostSearchCursor }[]
  end: PostSearchCursor | undefined
}

async function pageFrom(db: Queryable, wanted: PostsSought, cursor: PostSearchCursor): Promise<Page> {
  const { viewer, query } = wanted
  const terms = cursor.isMisspelt ? query.withTypos(await findHashtagsLike(db, query.misspelt)) : query.exact
  if (terms === null) return { ids: [], end: undefined }
  const search = { viewer, query: terms, before: cursor.before }
  const shown = new Set(cursor.shown)
  const isNew = ({ id }: FoundPostRow) => shown.size === 0 || !shown.has(cursorMarkOf(id))
  if (cursor.lane === 'best') {
    const walked = await findMatchingPosts(db, { ...search, limit: BEST_FIRST + 1 })
    return bestOf(rankPosts(walked.found.slice(0, BEST_FIRST).filter(isNew), wanted.now), walked, wanted.limit, cursor)
  }
  const { found, end } = await findMatchingPosts(db, { ...search, limit: wanted.limit + 1 + shown.size })
  const left = found.filter(isNew).map(({ id }) => ({ id, after: { ...cursor, before: id } }))
  const ids = left.slice(0, wanted.limit)
  if (left.length > ids.length) return { ids, end: ids.at(-1)?.after }
  return { ids, end: end === undefined ? undefined : { ...cursor, before: end } }
}

function bestOf(left: readonly FoundPostRow[], walked: ScannedPosts, limit: number, cursor: PostSearchCursor): Page {
  const best = left.slice(0, Math.min(limit, BEST_FIRST - cursor.shown.length))
  const marks = best.map(({ id }) => cursorMarkOf(id))
  // Posts written after this are on none of the pages.
  const [newest] = walked.found
  const before = cursor.before === NEWEST_ID && newest ? `${newest.id.slice(0, -12)}ffffffffffff` : cursor.before
  const after = (count: number): PostSearchCursor => ({
    ...cursor,
    before,
    shown: [...cursor.shown, ...marks.slice(0, count)],
  })
  return {
    ids: best.map(({ id }, index) => ({ id, after: after(index + 1) })),
    end: endOf(after(best.length), left.length > best.length, walked),
  }
}

function endOf(last: PostSearchCursor, hasMore: boolean, { found, end }: ScannedPosts): PostSearchCursor | undefined {
  if (hasMore) return { ...last, lane: last.shown.length < BEST_FIRST ? 'best' : 'rest' }
  const newest = found.slice(0, BEST_FIRST)
  const before = found.length > BEST_FIRST ? newest.at(-1)!.id : end
  if (before === undefined) return undefined
  // A late post may have displaced one that was already shown.
  const ranked = new Set(newest.map(({ id }) => cursorMarkOf(id)))
  return { ...last, lane: 'rest', before, shown: last.shown.filter(mark => !ranked.has(mark)) }
}

async function filled(db: Queryable, viewer: string, { ids, end }: Page): Promise<FoundPosts> {
  const all = ids.map(({ id }) => id)
  const rows = await findPostsById(db, viewer, all)
  const cut = rows.filter(({ content }) => content.length > LISTED_CHARACTERS).map(({ id }) => id)
  const whole = await findPostTexts(db, viewer, cut)
  const rowOf = new Map(rows.map(row => [row.id, row]))
  const contentOf = new Map([...rows.filter(({ id }) => !cut.includes(id)), ...whole].map(one => [one.id, one.content]))
  return {
    rows: ids.flatMap(({ id, after }) => {
      const [row, content] = [rowOf.get(id), contentOf.get(id)]
      return row && content !== undefined ? [{ id: writePostCursor(after), row, content }] : []
    }),
    end: end && writePostCursor(end),
  }
}

/** Size of text between two time slices: some milliseconds of work. */
const STEP_CHARACTERS = 20_000

/** Adds snippets of the matching parts. */
export async function withSnippets({ rows, end }: FoundPosts, query: PostQuery, slicer: TimeSlicer) {
  const snippets: (FoundPost & { snippet: z.output<typeof snippet> })[] = []
  let characters = 0
  for (const found of rows) {
    characters += found.content.length
    if (characters > STEP_CHARACTERS) {
      characters = 0
      await slicer.nextSlice()
    }
    snippets.push({ ...found, snippet: snippetOfPost(found, query) })
  }
  return { rows: snippets, end }
}

/** From the content, or, if it has no match, from the companion message. */
function snippetOfPost({ row: { content_type, companion_message }, content }: FoundPost, { fits }: PostQuery) {
  const ofContent: Snippet = snippetOf(searchedTexts(content_type, content).join(' '), fits)
  if (ofContent.hits.length > 0 || companion_message === null) return { from: 'content' as const, ...ofContent }
  const ofMessage = snippetOf(companion_message, fits)
  return ofMessage.hits.length > 0
    ? { from: 'companion_message' as const, ...ofMessage }
    : { from: 'content' as const, ...ofContent }
}
