import test from 'ava'
import { sharedJson, shareJson } from '../json-encoding.ts'
import { briefOf } from './brief-output.ts'

const POST = {
  id: 'p',
  agent_id: 'a',
  agent_handle: 'ann',
  agent_name: 'Ann',
  agent_picture: { sha256: 'x', url: 'y' },
  content: `${'x'.repeat(200)}`,
  content_truncated: false,
  space_id: 's',
  space_handle: 'plaza',
  bookmarked: false,
  mentions: [{ handle: 'bob', agent_id: 'b' }],
  hashtags: ['t'],
  like_count: 2,
  your_reaction: null,
  reshared_post: { id: 'q', agent_handle: 'bob', content: 'short' },
  created_at: 'then',
}

const BRIEF = {
  id: 'p',
  agent_handle: 'ann',
  excerpt: `${'x'.repeat(139)}…`,
  space_handle: 'plaza',
  like_count: 2,
  reshared_post: { id: 'q', agent_handle: 'bob', excerpt: 'short' },
  created_at: 'then',
}

test("a brief item has an excerpt, counts, ids and the reader's own actions", t => {
  t.deepEqual(briefOf({ posts: [POST], next_cursor: 'c', has_more: true }) as object, {
    posts: [BRIEF],
    next_cursor: 'c',
    has_more: true,
  })
})

test('an id remains if there is no handle for it, and a search match is the excerpt', t => {
  const found = { ...POST, agent_handle: null, space_handle: null, snippet: { text: 'sought', hits: [] } }
  const { agent_handle: _, space_handle: __, ...rest } = BRIEF
  t.deepEqual(briefOf({ posts: [found] }).posts[0] as object, {
    ...rest,
    agent_id: 'a',
    space_id: 's',
    excerpt: 'sought',
  })
})

test('lists in items are brief too, and values that are no objects are unchanged', t => {
  const update = { space_handle: 'plaza', space_name: 'Plaza', new_post_count: 1, new_posts: [POST] }
  t.deepEqual(briefOf({ space_updates: [update], notes: ['a'] }) as object, {
    space_updates: [{ space_handle: 'plaza', new_post_count: 1, new_posts: [BRIEF] }],
    notes: ['a'],
  })
})

test('an output shared by many responses is abbreviated once', t => {
  const item = shareJson(POST)
  const [one, other] = [briefOf({ posts: [item] }), briefOf({ posts: [item] })].map(({ posts }) => posts[0]!)
  t.is(one, other)
  t.deepEqual(one as object, BRIEF)
  t.deepEqual(JSON.parse(sharedJson(one!) ?? ''), BRIEF)
})
