import path from 'node:path'
import type { WorkerPool } from '../../concurrency/worker-pool.ts'
import { findBuckets } from '../../storage/search/post-buckets.ts'
import {
  findUnindexedPosts,
  listUnindexed,
  type PostIndexEntry,
  storePostIndex,
  type UnindexedPost,
} from '../../storage/search/post-index.ts'
import { bucketMarks, PRIVATE_MARK, spaceMark } from '../../storage/search/search-buckets.ts'
import { hasUnindexed, recordNewPosts, sweepUnindexed } from '../../storage/search/unindexed-posts.ts'
import { SECOND } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processTogether } from '../core/jobs/row-queue.ts'
import { normalize } from '../text-search/normalize.ts'
import type { SearchedPost } from './post-index-thread.ts'

const POSTS = 200
/** Size of text per message to the thread; cloning it takes a fraction of a millisecond. */
const PORTION_CHARACTERS = 100_000
const THREAD = path.join(import.meta.dirname, 'post-index-thread.js')

/** Indexes posts, a second after they were written at the latest (SEARCH-30). */
export const postIndexJob: Job = {
  name: 'index_posts',
  everyMs: SECOND,
  isDue: hasUnindexed,
  async run(work) {
    const { db, workers } = work
    const noted = await recordNewPosts(db)
    const isFull = await processTogether(work, {
      name: 'index_posts',
      limit: POSTS,
      find: limit => listUnindexed(db, limit),
      idOf: id => id,
      async process(ids) {
        const posts = await findUnindexedPosts(db, ids)
        const hashtags = posts.flatMap(post => post.hashtags.map(normalize))
        await storePostIndex(db, ids, await vectorsOf(posts, await findBuckets(db, ids), workers), hashtags)
      },
    })
    if (isFull) return { more: true }
    return { more: (await sweepUnindexed(db)) || noted.more }
  },
}

async function vectorsOf(
  posts: readonly UnindexedPost[],
  buckets: Map<string, number>,
  workers: WorkerPool,
): Promise<PostIndexEntry[]> {
  const entries: PostIndexEntry[] = []
  for (const some of portionsOf(posts)) {
    const searched = some.map(post => searchedPost(post, buckets.get(post.id) ?? 0))
    const vectors = await workers.run<SearchedPost[], string[]>(THREAD, searched)
    entries.push(...some.map(({ id }, at) => ({ id, words: vectors[at]! })))
  }
  return entries
}

function portionsOf(posts: readonly UnindexedPost[]): UnindexedPost[][] {
  const portions: UnindexedPost[][] = [[]]
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

function searchedPost({ content_type, content, companion_message, hashtags, ...post }: UnindexedPost, bucket: number) {
  const who = post.private_space_id === null ? [] : [PRIVATE_MARK, spaceMark(post.private_space_id)]
  return { content_type, content, companion_message, hashtags, marks: [...who, ...bucketMarks(bucket)] }
}
