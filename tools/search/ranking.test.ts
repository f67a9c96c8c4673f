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

test('of otherwise equal posts, the better match, the newer, or the more liked one comes first', t => {
  t.deepEqual(order(post('a', {}), post('b', { relevance: 0.2 })), ['b', 'a'])
  t.deepEqual(order(post('a', { created_at: '2026-11-01T11:00:00.000Z' }), post('b', {})), ['b', 'a'])
  t.deepEqual(order(post('b', {}), post('a', { engaged: 3 })), ['a', 'b'])
  t.deepEqual(order(post('a', {}), post('b', {})), ['b', 'a'])
})

test('likes and age do not lift a bad match over a good one', t => {
  const liked = post('a', { relevance: 0.01, engaged: 1e6 })
  t.deepEqual(order(liked, post('b', { relevance: 0.5 })), ['b', 'a'])
})
