import test from 'ava'
import { InvalidationLog } from './invalidation-log.ts'
import { type CacheStore, createClearWhenFullStore, createLruStore } from './store.ts'
import { createVersionedCache } from './versioned-cache.ts'

interface Post {
  author: string
  length: number
  read_at: number
}

/** A cache of posts, each derived from the post and its author. */
function open(room: CacheStore<Post> = createLruStore(9)) {
  const changes = new InvalidationLog()
  const posts = createVersionedCache<Post>(changes, ({ author }, id) => [id, author], room)
  const read = (author: string, length = 1): Post => ({ author, length, read_at: posts.moment })
  const found = () => ['1', '2', '3'].filter(id => posts.find(id) !== undefined)
  return { changes, posts, read, found }
}

test('what was read is good until something changes that it is made of', t => {
  const { changes, posts, read, found } = open()
  const first = read('ann')
  posts.store('1', first)
  posts.store('2', read('ann'))
  posts.store('3', read('bob'))
  changes.record(['2', 'carl'])
  t.is(posts.find('1'), first)
  t.deepEqual(found(), ['1', '3'])
  t.true(posts.isCurrent('1', first))
  changes.record(['ann'])
  t.deepEqual(found(), ['3'])
  t.false(posts.isCurrent('1', first))
  posts.store('1', read('ann'))
  t.deepEqual(found(), ['1', '3'])
})

test('a value that changed between reading and storing is not stored, and replaces no later one', t => {
  const { changes, posts, read } = open()
  const early = read('ann')
  changes.record(['ann'])
  posts.store('1', early)
  t.is(posts.find('1'), undefined)
  const late = read('ann')
  posts.store('1', late)
  posts.store('1', early)
  t.is(posts.find('1'), late)
})

test('where changes were missed nothing is good that was read before', t => {
  const { changes, posts, read, found } = open()
  const early = read('bob')
  posts.store('1', read('ann'))
  changes.invalidateAll()
  posts.store('2', early)
  posts.store('3', read('ann'))
  t.deepEqual(found(), ['3'])
})

test('the least recently used entries are evicted when the cache is full', t => {
  const { posts, read, found } = open(createLruStore(9, ({ length }) => length))
  posts.store('1', read('ann', 4))
  posts.store('2', read('ann', 4))
  posts.find('1')
  posts.store('3', read('ann', 4))
  t.deepEqual(found(), ['1', '3'])
  posts.store('2', read('ann', 10))
  t.deepEqual(found(), ['1', '3'], 'what is too large takes nobody’s place')
})

test('where there is room for few, all go when one too many comes', t => {
  const { posts, read, found } = open(createClearWhenFullStore(2))
  posts.store('1', read('ann'))
  posts.store('2', read('ann'))
  t.deepEqual(found(), ['1', '2'])
  posts.store('3', read('ann'))
  t.deepEqual(found(), ['3'])
})

test('what changed is known from then on, until too much has', t => {
  const changes = new InvalidationLog()
  const [first, ids] = [changes.moment, Array.from({ length: 60_000 }, (_, n) => String(n))]
  changes.record(['a', 'b'])
  t.false(changes.isFresh(['x', 'a'], first))
  t.true(changes.isFresh(['x'], first))
  t.true(changes.isFresh(['a', 'b'], changes.moment))
  const before = changes.moment
  changes.record(ids)
  t.false(changes.isFresh(['never heard of'], before))
  t.true(changes.isFresh(['0', 'a'], changes.moment))
})
