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
import type { Pace } from '../kernel/turns/pace.ts'
import { postVector } from '../words/post-vector.ts'
import { searchedTexts } from './searched-texts.ts'

const POSTS = 200
/** Of text between two steps: some milliseconds. */
const STEP_CHARACTERS = 20_000

/** Makes posts found by what they say, half a second after they were written (SEARCH-30). */
export const postWordsJob: Job = {
  name: 'find words of posts',
  everyMs: 500,
  isDue: hasUnworded,
  async run({ db, pace }) {
    const noted = await noteNewPosts(db)
    const ids = await listUnworded(db, POSTS)
    const posts = await findUnwordedPosts(db, ids)
    await storePostWords(db, ids, await wordsOf(posts, await findBuckets(db, ids), pace))
    if (ids.length === POSTS) return { more: true }
    return { more: (await sweepUnworded(db)) || noted.more }
  },
}

async function wordsOf(posts: readonly UnwordedPost[], buckets: Map<string, number>, pace: Pace): Promise<PostWords[]> {
  const words: PostWords[] = []
  let characters = 0
  for (const post of posts) {
    characters += post.content.length
    if (characters > STEP_CHARACTERS) {
      characters = 0
      await pace.step()
    }
    words.push({ id: post.id, words: vectorOf(post, buckets.get(post.id) ?? 0) })
  }
  return words
}

function vectorOf({ content_type, content, companion_message, hashtags, ...post }: UnwordedPost, bucket: number) {
  const who = post.private_space_id === null ? [] : [PRIVATE_MARK, spaceMark(post.private_space_id)]
  const texts = [...searchedTexts(content_type, content), companion_message ?? '']
  return postVector({ texts, hashtags, marks: [...who, ...bucketMarks(bucket)] })
}
