import type { Queryable } from '../../storage/db/db.ts'
import {
  type FeedPostRow,
  findFollowed,
  findViewerStates,
  findVisiblePosts,
  type PostOfPage,
  type PostViewerState,
  type RequestedPost,
} from '../../storage/feed/feed-posts.ts'
import type { Follows } from '../../storage/feed/followed-ids.ts'
import type { CachedPost, PostCache, ViewerPostState } from './post-cache.ts'
import type { CachedReader } from './reader-cache.ts'

export interface FeedPostsQuery {
  viewer: string
  /** The cached state of the viewer; for a viewer without one, PostgreSQL decides. */
  reader?: Pick<CachedReader, 'has_blocks' | 'marks'>
  follows?: Follows
  posts: readonly PagePost[]
}

interface PagePost {
  id: string
  lane: 'home' | 'horizon'
}

/** A post as its reader sees it in a feed. */
export interface VisiblePost extends PostViewerState {
  row: FeedPostRow
  /** Whether it came from the cache. */
  card?: CachedPost
}

type PageAndPost = [page: number, post: VisiblePost]

interface KnownPost extends PostOfPage {
  card: CachedPost
}

/**
 * The posts of pages that their viewers may see in a feed, in no particular order. Correct for a caller that is up to
 * date with the invalidation log.
 */
export async function findVisibleFeedPosts(
  db: Queryable,
  pages: readonly FeedPostsQuery[],
  cards: PostCache,
): Promise<VisiblePost[][]> {
  const found: VisiblePost[][] = pages.map(() => [])
  const known: KnownPost[] = []
  const unknown: RequestedPost[] = []
  for (const [page, { viewer, reader, posts }] of pages.entries()) {
    for (const { id, lane } of posts) {
      const card = lane === 'home' || reader?.has_blocks === false ? cards.find(id) : undefined
      if (!card || card.row.agent_id === viewer)
        unknown.push({ id, page, lane, asks_blocks: reader?.has_blocks !== false })
      else if (lane === 'home' || card.is_recommended) known.push({ id, page, card })
    }
  }
  await Promise.all([
    markPosts(db, pages, known, cards).then(seen => {
      for (const [page, post] of seen) found[page]!.push(post)
    }),
    readPosts(db, pages, unknown, cards).then(seen => {
      for (const [page, post] of seen) found[page]!.push(post)
    }),
  ])
  return found
}

/** Cached posts as their readers see them. */
async function markPosts(
  db: Queryable,
  pages: readonly FeedPostsQuery[],
  posts: readonly KnownPost[],
  cards: PostCache,
): Promise<PageAndPost[]> {
  const known = new Map(posts.map(post => [post, pages[post.page]!.reader?.marks.find(post.id)]))
  const unmarked = posts.filter(post => !known.get(post))
  const [read, followed] = await Promise.all([
    readMarks(db, pages, unmarked, cards),
    Promise.all(pages.map(({ viewer, follows }, at) => follows ?? findFollowed(db, viewer, authorsOf(posts, at)))),
  ])
  return posts.map(post => {
    const { page, card } = post
    const { read_at: _, ...state } = known.get(post) ?? read.get(post)!
    return [page, { row: card.row, card, ...state, following: followed[page]!.has(card.row.agent_id) }]
  })
}

const viewersOf = (pages: readonly FeedPostsQuery[]) => pages.map(({ viewer }) => viewer)

const authorsOf = (posts: readonly KnownPost[], page: number) =>
  new Set(posts.filter(post => post.page === page).map(({ card }) => card.row.agent_id))

/** The readers' reactions, bookmarks and answers for these posts. */
async function readMarks(
  db: Queryable,
  pages: readonly FeedPostsQuery[],
  posts: readonly KnownPost[],
  cards: PostCache,
): Promise<Map<KnownPost, ViewerPostState>> {
  const read_at = cards.moment
  const marks = new Map(
    posts.map(post => [post, { bookmarked: false, your_reaction: null, read_at } as ViewerPostState]),
  )
  if (posts.length === 0) return marks
  for (const { ordinal: position, bookmarked, ...state } of await findViewerStates(db, viewersOf(pages), posts)) {
    marks.set(posts[position - 1]!, { ...state, bookmarked: bookmarked ?? false, read_at })
  }
  for (const [{ id, page }, mark] of marks) pages[page]!.reader?.marks.store(id, mark)
  return marks
}

/** The posts that their readers may see, by page; posts that look the same to everybody are cached. */
async function readPosts(
  db: Queryable,
  pages: readonly FeedPostsQuery[],
  requested: readonly RequestedPost[],
  cards: PostCache,
): Promise<PageAndPost[]> {
  if (requested.length === 0) return []
  const read_at = cards.moment
  const rows = await findVisiblePosts(db, viewersOf(pages), requested)
  return rows.map(({ ordinal: position, is_recommended, is_for_all, reshared_space_id, ...read }) => {
    const { following, bookmarked, your_reaction, answered, ...row } = read
    const state = { bookmarked, your_reaction, answered }
    const { page, id } = requested[position - 1]!
    if (is_for_all) {
      cards.store(id, { row, is_recommended, of: basesOf(row, reshared_space_id), read_at })
      pages[page]!.reader?.marks.store(id, { ...state, read_at })
    }
    return [page, { row, following, ...state }]
  })
}

/** The posts, agents and spaces that the visibility of a post depends on. */
function basesOf(row: FeedPostRow, resharedSpace: string | null): string[] {
  const { id, agent_id, space, reshared_post, mentions } = row
  const bases = [id, agent_id, space?.id, reshared_post?.id, reshared_post?.agent_id, resharedSpace]
  return [...bases, ...mentions.map(mention => mention.agent_id)].filter(base => base != null)
}
