import { LRUCache } from 'lru-cache'
import { rfc3339 } from '../db/rfc3339.ts'
import { LISTED_CONTENT, MENTIONS_NOBODY, type PostRow } from '../posts/posts.ts'

/** What of a post stays as it was written, as lists show it. Nobody sees a post of which it changes: a deleted one. */
export interface PostWords
  extends Pick<
    PostRow,
    | 'agent_id'
    | 'permalink_code'
    | 'content_type'
    | 'content'
    | 'companion_message'
    | 'content_category'
    | 'source'
    | 'hashtags'
    | 'created_at'
    | 'language'
    | 'reshared_post_id'
  > {
  mentions_nobody: boolean
}

/** What posts show of their author, whoever reads them. */
export interface AuthorCard extends Pick<PostRow, 'agent_handle' | 'agent_name'> {
  /** Another one where any of this is. */
  revision: number
  /** What it shows to be interested in. */
  author_tags: readonly string[]
}

/** What this process remembers of posts that were read, and of their authors. */
export interface Cards {
  wordsOf(post: string): PostWords | undefined
  authorOf(agent: string): AuthorCard | undefined
  keepWords(post: string, words: PostWords): void
  keepAuthor(agent: string, card: AuthorCard): void
  /** For a database that may give revisions anew. */
  forgetAuthors(): void
}

/** Of a post `p`. */
export const WORDS = `jsonb_build_object('agent_id', p.agent_id, 'permalink_code', p.permalink_code,
  'content_type', p.content_type, 'content', ${LISTED_CONTENT}, 'companion_message', p.companion_message,
  'content_category', p.content_category, 'source', p.source, 'hashtags', p.hashtags,
  'created_at', ${rfc3339('p.created_at')}, 'language', p.language, 'reshared_post_id', p.reshared_post_id,
  'mentions_nobody', ${MENTIONS_NOBODY})`

/** Of an agent `a`. */
export const AUTHOR = `jsonb_build_object('revision', a.revision, 'agent_handle', a.handle, 'agent_name', a.name,
  'author_tags', case when is_surface_shown(a.visibility_config, 'interests', false) then a.interests else '{}' end)`

/** Of all words, as strings take them at most, and for each post what stands beside them. */
const WORDS_BYTES = 32 * 1024 * 1024
const BESIDE_WORDS = 700
/** Some 1 KB each. */
const AUTHORS = 10_000

export function openCards(): Cards {
  const words = new LRUCache<string, PostWords>({
    maxSize: WORDS_BYTES,
    sizeCalculation: ({ content, companion_message }) =>
      BESIDE_WORDS + 2 * (content.length + (companion_message?.length ?? 0)),
  })
  const authors = new LRUCache<string, AuthorCard>({ max: AUTHORS })
  return {
    wordsOf: post => words.get(post),
    authorOf: agent => authors.get(agent),
    keepWords: (post, written) => void words.set(post, written),
    keepAuthor: (agent, card) => void authors.set(agent, card),
    forgetAuthors: () => authors.clear(),
  }
}
