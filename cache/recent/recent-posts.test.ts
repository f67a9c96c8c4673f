import test from 'ava'
import type { Candidate } from '../../storage/feed/feed-candidates.ts'
import type { PostDelta } from '../../storage/feed/post-delta.ts'
import { fc } from '../../testing/values/property.ts'
import { hiddenSince } from '../feed/hidden-posts.ts'
import { RecentPosts } from './recent-posts.ts'

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const SIZE = 12
const AUTHORS = ['a', 'b', 'c', 'd']
const ALL = new Set(AUTHORS)
const KINDS = [null, 'established', 'new_agent'] as const

const idOf = (n: number) => `0f000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

const post = (n: number, more: Partial<PostDelta> = {}): PostDelta => ({
  id: idOf(n),
  agent_id: AUTHORS[(n * 7) % 4]!,
  space_id: n % 5 === 0 ? 'room' : null,
  discoverable_as: KINDS[n % 3]!,
  content_category: n % 4 === 0 ? 'agent_native' : 'human_consumable',
  is_withdrawn: false,
  ...more,
})

const hiding = (posts: string[] = [], authors: string[] = [], spaces: string[] = []) => {
  const of = (ids: string[]) => new Map(ids.map(id => [id, 0]))
  const hidden = { posts: of(posts), authors: of(authors), spaces: of(spaces) }
  return (post: Candidate) => hiddenSince(hidden, post) !== undefined
}

const newestFirst = (a: PostDelta, b: PostDelta) => (a.id < b.id ? 1 : -1)

/** The cached table: writes are announced, and older posts are read in between. */
class Table {
  readonly posts = new Map<string, PostDelta>()
  readonly recent = new RecentPosts(SIZE, 2)
  private answer = () => {}

  write(posts: PostDelta[]): void {
    for (const one of posts) this.posts.set(one.id, one)
    this.recent.learn(posts)
  }

  /** A late response has the state from before everything that arrives until the next request. */
  readOlder(count: number, isLate: boolean): void {
    this.answer()
    this.answer = () => {}
    const { edge } = this.recent
    const older = [...this.posts.values()].filter(({ id }) => id < edge.floor).sort(newestFirst)
    const read = () => this.recent.fill(edge, older.slice(0, count), older.length <= count)
    if (isLate) this.answer = read
    else read()
  }

  expected(isIn: (post: PostDelta) => boolean, before: string, limit: number): string[] {
    const all = [...this.posts.values()].filter(one => !one.is_withdrawn && one.id < before && isIn(one))
    return all
      .sort(newestFirst)
      .slice(0, limit)
      .map(({ id }) => id)
  }
}

const number = fc.integer({ min: 0, max: 60 })
const step = fc.oneof(
  fc.record({ write: fc.uniqueArray(number, { minLength: 1, maxLength: 6 }) }),
  fc.record({ withdraw: number }),
  fc.record({ older: fc.integer({ min: 1, max: 4 }), isLate: fc.boolean() }),
)
const question = fc.record({
  before: number,
  after: fc.option(number, { nil: undefined }),
  limit: fc.integer({ min: 1, max: 5 }),
  authors: fc.subarray(AUTHORS),
  hidden: fc.subarray(AUTHORS.slice(2)),
  native: fc.boolean(),
})

test('whatever comes in which order, lanes are those of the table, or are not known', t => {
  let known = 0
  const run = (steps: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[], asked: object[]) => {
    const table = new Table()
    table.write([post(30), post(20), post(10)])
    for (const one of steps) {
      if ('write' in one) table.write(one.write.map(n => post(n, { is_withdrawn: false })))
      else if ('withdraw' in one) table.write([post(one.withdraw, { is_withdrawn: true })])
      else table.readOlder(one.older, one.isLate)
    }
    for (const { before, after, limit, authors, hidden, native } of asked as (typeof question extends fc.Arbitrary<
      infer Question
    >
      ? Question
      : never)[]) {
      const category = native ? ('agent_native' as const) : undefined
      const stretch = { before: idOf(before), category, limit, isHidden: hiding([], hidden) }
      const isIn = (one: PostDelta) => !hidden.includes(one.agent_id) && (!native || one.content_category === category)
      const from = after === undefined ? {} : { after: idOf(after) }
      const home = table.recent.ofAuthors(new Set(authors), { ...stretch, ...from })?.map(({ id }) => id)
      const ofThem = (one: PostDelta) =>
        isIn(one) && authors.includes(one.agent_id) && (after === undefined || one.id > idOf(after))
      if (home) t.deepEqual(home, table.expected(ofThem, stretch.before, limit))
      const horizon = table.recent.ofKind('new_agent', author => authors.includes(author), stretch)
      const ofKind = (one: PostDelta) =>
        isIn(one) && !authors.includes(one.agent_id) && one.discoverable_as === 'new_agent'
      if (horizon)
        t.deepEqual(
          horizon.map(({ id }) => id),
          table.expected(ofKind, stretch.before, limit),
        )
      known += Number(home !== undefined) + Number(horizon !== undefined)
    }
  }
  fc.assert(fc.property(fc.array(step, { maxLength: 25 }), fc.array(question, { minLength: 1, maxLength: 5 }), run), {
    numRuns: 500,
  })
  t.true(known > 200, `${known} lanes were known`)
})

test('what is hidden is passed over: a post, all of an author, all of a space', t => {
  const recent = new RecentPosts(SIZE)
  recent.fill(recent.edge, [post(6), post(5), post(4), post(3)], true)
  const of = (isHidden: (post: Candidate) => boolean) =>
    recent.ofAuthors(ALL, { before: NEWEST, category: undefined, limit: 9, isHidden })?.map(({ id }) => id)
  t.deepEqual(of(hiding()), [6, 5, 4, 3].map(idOf))
  t.deepEqual(of(hiding([idOf(4)])), [6, 5, 3].map(idOf))
  t.deepEqual(of(hiding([], [], ['room'])), [6, 4, 3].map(idOf))
  t.deepEqual(of(hiding([], [post(3).agent_id])), [6, 5, 4].map(idOf))
})

test('what has no room goes, the oldest first, and is not known any more', t => {
  const recent = new RecentPosts(3)
  recent.fill(recent.edge, [post(2), post(1)], true)
  const all = (limit: number) =>
    recent.ofAuthors(ALL, { before: NEWEST, category: undefined, limit, isHidden: hiding() })?.map(({ id }) => id)
  t.deepEqual(all(9), [2, 1].map(idOf))
  recent.learn([post(3), post(4)])
  t.true(recent.isFull)
  t.deepEqual(all(3), [4, 3, 2].map(idOf))
  t.is(all(4), undefined)
})
