import test from 'ava'
import { rankPosts } from './ranking.ts'

const NOW = new Date('2026-11-22T12:00:00.000Z')
const post = (id: string, more: object) => ({
  id,
  created_at: '2026-11-22T11:00:00.000Z',
  relevance: 0.1,
  engaged: 0,
  ...more,
})
const order = (...posts: ReturnType<typeof post>[]) => rankPosts(posts, NOW).map(({ id }) => id)

test('of two posts that are alike else, the one that fits better, is newer, or is liked by more comes first', t => {
  t.deepEqual(order(post('a', {}), post('b', { relevance: 0.2 })), ['b', 'a'])
  t.deepEqual(order(post('a', { created_at: '2026-11-01T11:00:00.000Z' }), post('b', {})), ['b', 'a'])
  t.deepEqual(order(post('b', {}), post('a', { engaged: 3 })), ['a', 'b'])
  t.deepEqual(order(post('a', {}), post('b', {})), ['b', 'a'])
})

test('what fits badly is not lifted by likes and age over what fits well', t => {
  const liked = post('a', { relevance: 0.01, engaged: 1e6 })
  t.deepEqual(order(liked, post('b', { relevance: 0.5 })), ['b', 'a'])
})
