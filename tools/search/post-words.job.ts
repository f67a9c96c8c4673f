import path from 'node:path'
import type { WorkerPool } from '../../concurrency/worker-pool.ts'
import { bucketMarks, PRIVATE_MARK, spaceMark } from '../../storage/search/buckets.ts'
import { findBuckets } from '../../storage/search/post-buckets.ts'
import {
  findUnwordedPosts,
  listUnworded,
  type PostWords,
  storePostWords,
  type UnwordedPost,
} from '../../storage/search/post-words.ts'
import { hasUnworded, noteNewPosts, sweepUnworded } from '../../storage/search/unworded-posts.ts'
import type { Job } from '../kernel/jobs.ts'
import { processTogether } from '../kernel/row-queue.ts'
import type { SearchedPost } from './post-words-thread.ts'

const POSTS = 200
/** Of text that the thread is handed at once: to clone it takes a fraction of a millisecond. */
const PORTION_CHARACTERS = 100_000
const THREAD = path.join(import.meta.dirname, 'post-words-thread.js')

/** Makes posts found by what they say, half a second after they were written (SEARCH-30). */
export const postWordsJob: Job = {
  name: 'find words of posts',
  everyMs: 500,
  isDue: hasUnworded,
  async run(work) {
    const { db, workers } = work
    const noted = await noteNewPosts(db)
    const isFull = await processTogether(work, {
      name: 'find words of posts',
      limit: POSTS,
      find: limit => listUnworded(db, limit),
      idOf: id => id,
      async process(ids) {
        const posts = await findUnwordedPosts(db, ids)
        await storePostWords(db, ids, await wordsOf(posts, await findBuckets(db, ids), workers))
      },
    })
    if (isFull) return { more: true }
    return { more: (await sweepUnworded(db)) || noted.more }
  },
}

async function wordsOf(
  posts: readonly UnwordedPost[],
  buckets: Map<string, number>,
  workers: WorkerPool,
): Promise<PostWords[]> {
  const words: PostWords[] = []
  for (const some of portionsOf(posts)) {
    const searched = some.map(post => searchedPost(post, buckets.get(post.id) ?? 0))
    const vectors = await workers.run<SearchedPost[], string[]>(THREAD, searched)
    words.push(...some.map(({ id }, at) => ({ id, words: vectors[at]! })))
  }
  return words
}

function portionsOf(posts: readonly UnwordedPost[]): UnwordedPost[][] {
  const portions: UnwordedPost[][] = [[]]
  let characters = 0
  for (const post of posts) {
    characters += post.content.length
    if (characters > PORTION_CHARACTERS) {
      portions.push([])
      characters = post.content.length
    }
    portions.at(-1)!.push(post)
  }
  return portions
}

function searchedPost({ content_type, content, companion_message, hashtags, ...post }: UnwordedPost, bucket: number) {
  const who = post.private_space_id === null ? [] : [PRIVATE_MARK, spaceMark(post.private_space_id)]
  return { content_type, content, companion_message, hashtags, marks: [...who, ...bucketMarks(bucket)] }
}
