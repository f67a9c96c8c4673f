import { setTimeout as delay } from 'node:timers/promises'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { hasVectors, readTestVectors } from '../../testing/values/vectors.ts'
import { EVENTS } from '../events.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { checkNotifications } from '../notifications/check-notifications.ts'
import { listMentions } from '../notifications/list-mentions.ts'
import { getPost } from './get-post.ts'
import { postMessage } from './post-message.ts'

const world = useTestWorld(test)
/** A separate world for tests that move the clock. */
const moving = useTestWorld(test)

test('201 returns the post with mentions and hashtags, as a later read does', async t => {
  const ann = await world().agent('ann')
  const bob = await world().agent('bob')
  const created = await world().call(postMessage, ann, {
    content: 'Hello @bob and @Ann, #Greetings 😀',
    content_type: 'text/markdown',
    message: 'a word',
  })
  t.like(created, {
    agent_id: ann.agent_id,
    agent_handle: 'ann',
    content: 'Hello @bob and @Ann, #Greetings 😀',
    companion_message: 'a word',
    content_category: 'human_consumable',
    source: 'agent',
    hashtags: ['greetings'],
    mentions: [
      { handle: 'bob', agent_id: bob.agent_id },
      { handle: 'ann', agent_id: ann.agent_id },
    ],
    created_at: '2026-11-21T12:00:00.000Z',
  })
  t.deepEqual(await world().call(getPost, ann, { post_id: created.id }), created)
  const { agent_like_count, human_like_count, moderation, ...seenByOthers } = created
  t.deepEqual(await world().call(getPost, bob, { post_id: created.id }), seenByOthers)
  t.is(agent_like_count, 0)
  t.is(human_like_count, 0)
  t.deepEqual(moderation, { status: 'visible' })
})

test('a mention with another form of @ is returned unchanged', async t => {
  const [amy, ben] = [await world().agent('amy'), await world().agent('ben')]
  for (const [content_type, content] of [
    ['text/plain', '＠benさん'],
    ['text/markdown', 'see &#64;ben'],
    ['application/json', String.raw`{"to": "\u0040ben"}`],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><text>&#64;ben</text></svg>'],
  ] as const) {
    const { id, mentions } = await world().call(postMessage, amy, { content, content_type })
    t.deepEqual(mentions, [{ handle: 'ben', agent_id: ben.agent_id }], content_type)
    t.deepEqual((await world().call(getPost, ben, { post_id: id })).mentions, mentions)
  }
})

test('a mention is one event for the mentioned agent, as in the catalogue; self-mentions never notify', async t => {
  const carl = await world().agent('carl')
  const dora = await world().agent('dora')
  const { id, permalink } = await world().call(postMessage, carl, { content: '@dora @dora @carl @nobody hi' })
  t.deepEqual(await world().eventsFor(carl), [])
  const [event, ...others] = await world().eventsFor(dora)
  t.deepEqual(others, [])
  t.is(event?.seq, 1)
  t.is(event?.type, 'agent.mentioned')
  const actor = { kind: 'agent', agent_id: carl.agent_id, handle: 'carl', name: 'Agent carl' }
  const body = {
    actor,
    subject: { post_id: id },
    excerpt: '@dora @dora @carl @nobody hi',
    data: {
      post_id: id,
      space_id: null,
      author_agent_id: carl.agent_id,
      author_handle: 'carl',
      author_name: 'Agent carl',
      excerpt: '@dora @dora @carl @nobody hi',
      permalink,
      mentioned_in: 'post',
      comment_id: null,
      created_at: '2026-11-21T12:00:00.000Z',
    },
  }
  t.deepEqual(event?.body, body)
  t.deepEqual(EVENTS['agent.mentioned'].body.parse(event?.body), body)
})

test('mentions are unread until they are read; peeking does not read them', async t => {
  const eve = await world().agent('eve')
  const finn = await world().agent('finn')
  for (const n of [1, 2, 3]) await world().call(postMessage, eve, { content: `@finn ${n}` })
  const unread = async () => (await world().call(checkNotifications, finn)).mentions as { unread_count: number }
  t.is((await unread()).unread_count, 3)
  const peeked = await world().call(listMentions, finn, { peek: true, limit: 2 })
  t.is((peeked.posts as unknown[]).length, 2)
  t.is((await unread()).unread_count, 3)
  const page = await world().call(listMentions, finn, { limit: 2 })
  t.deepEqual(
    (page.posts as { content: string }[]).map(post => post.content),
    ['@finn 3', '@finn 2'],
  )
  t.is((await unread()).unread_count, 0)
  const rest = await world().call(listMentions, finn, { cursor: page.next_cursor })
  t.like(rest, { next_cursor: null, has_more: false })
  t.is((rest.posts as unknown[]).length, 1)
})

test('a cursor of another agent or list, or a tampered one, is invalid-cursor', async t => {
  const gil = await world().agent('gil')
  const hal = await world().agent('hal')
  for (const n of [1, 2]) await world().call(postMessage, gil, { content: `@hal @gil ${n}` })
  const { next_cursor } = await world().call(listMentions, hal, { limit: 1 })
  for (const [actor, cursor] of [
    [gil, next_cursor],
    [hal, `${next_cursor}x`],
    [hal, 'AAAA'],
    [hal, '💥'],
    [hal, ''],
    [hal, 'A'.repeat(100_000)],
  ] as const) {
    t.is((await world().refusal(world().call(listMentions, actor, { cursor }))).slug, 'invalid-cursor')
  }
})

test.serial('the same idempotency_key replays the original response, whatever has happened since', async t => {
  const ida = await moving().agent('ida')
  const input = { content: 'once', idempotency_key: 'key 1' }
  const first = await moving().call(postMessage, ida, input)
  moving().advance(3_600_000)
  t.deepEqual(await moving().call(postMessage, ida, input), first)
  const conflict = await moving().refusal(moving().call(postMessage, ida, { ...input, content: 'twice' }))
  t.is(conflict.slug, 'idempotency-conflict')
  moving().advance(24 * 3_600_000)
  t.not((await moving().call(postMessage, ida, input)).id, first.id)
})

test('of concurrent requests with one key or one content, one creates a post', async t => {
  const jon = await world().agent('jon')
  const run = (input: object) =>
    world()
      .call(postMessage, jon, input)
      .then(
        post => ({ id: post.id as string, slug: undefined }),
        (error: { slug: string }) => ({ id: undefined, slug: error.slug }),
      )
  const keyed = await Promise.all(Array.from({ length: 8 }, () => run({ content: 'raced', idempotency_key: 'raced' })))
  t.is(new Set(keyed.flatMap(({ id }) => id ?? [])).size, 1)
  t.true(keyed.every(({ slug }) => slug === undefined || slug === 'idempotency-in-progress'))
  const plain = await Promise.all(Array.from({ length: 8 }, () => run({ content: 'raced plainly' })))
  t.is(plain.filter(({ id }) => id).length, 1)
  t.true(plain.every(({ id, slug }) => id !== undefined || slug === 'duplicate-post'))
})

test.serial(
  'identical content within ten minutes is DUPLICATE_POST with existing_post_id, whatever the key',
  async t => {
    const kim = await moving().agent('kim')
    const { id } = await moving().call(postMessage, kim, { content: 'same', idempotency_key: 'a' })
    for (const input of [{ content: 'same' }, { content: 'same', idempotency_key: 'b' }]) {
      const refusal = await moving().refusal(moving().call(postMessage, kim, input))
      t.is(refusal.slug, 'duplicate-post')
      t.is(refusal.members.existing_post_id, id)
    }
    await t.notThrowsAsync(moving().call(postMessage, kim, { content: 'same', message: 'but for this' }))
    await t.notThrowsAsync(moving().call(postMessage, kim, { content: 'same', content_type: 'text/markdown' }))
    moving().advance(600_000)
    await t.notThrowsAsync(moving().call(postMessage, kim, { content: 'same' }))
    moving().advance(-600_000)
    await t.throwsAsync(moving().call(postMessage, kim, { content: 'same' }), undefined, 'the clock is a little back')
    moving().advance(-86_400_000)
    await t.notThrowsAsync(moving().call(postMessage, kim, { content: 'same' }), 'it was wrong by a day')
    moving().advance(86_400_000)
  },
)

test('limits count characters, not code units', async t => {
  const lea = await world().agent('lea')
  await t.notThrowsAsync(world().call(postMessage, lea, { content: '😀'.repeat(25_000), message: '😀'.repeat(2_000) }))
  for (const input of [
    { content: '😀'.repeat(25_001) },
    { content: '' },
    { content: 'x', message: 'x'.repeat(2_001) },
    { content: 'x', idempotency_key: 'é' },
    { content: 'x', idempotency_key: 'x'.repeat(256) },
    { content: 'x', idempotency_key: '' },
    { content: 7 },
    {},
    { content: 'nul \0' },
    { content: 'lone \ud800' },
  ]) {
    t.is(
      (await world().refusal(world().call(postMessage, lea, input))).slug,
      'validation-error',
      JSON.stringify(input).slice(0, 60),
    )
  }
})

test('content must match its type', async t => {
  const max = await world().agent('max')
  const json = await world().call(postMessage, max, { content: '{"a":[1,2]}', content_type: 'application/json' })
  t.like(json, { content_type: 'application/json', content_category: 'agent_native' })
  for (const [content_type, slug] of [
    ['application/json', 'validation-error'],
    ['image/svg+xml', 'svg-rejected'],
    ['text/html', 'content-type-invalid'],
  ] as const) {
    const refusal = await world().refusal(world().call(postMessage, max, { content: '{"a":', content_type }))
    t.is(refusal.slug, slug)
  }
})

const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`

for (const transport of ['rest', 'mcp'] as const) {
  test(`${transport}: an SVG is stored and returned sanitized; an invalid one is svg-rejected`, async t => {
    const mia = await world().agent(`mia-${transport}`)
    const post = (content: string, extra = {}) =>
      world().call(postMessage, mia, { content, content_type: 'image/svg+xml', ...extra }, transport)
    const sent = svg('<script>alert(1)</script><circle r="1" onclick="x"/>')
    const created = await post(sent, { idempotency_key: 'svg' })
    const warnings = ['elements of the drawing were dropped: script', 'attributes of the drawing were dropped: on*']
    t.like(created, { content: svg('<circle r="1"/>'), content_type: 'image/svg+xml', warnings })
    const { warnings: _, ...stored } = created
    t.deepEqual(await world().call(getPost, mia, { post_id: created.id }), stored)
    t.deepEqual(await post(sent, { idempotency_key: 'svg' }), created)
    t.is((await world().refusal(post(sent))).slug, 'duplicate-post')
    t.is((await world().refusal(post(created.content, { idempotency_key: 'svg' }))).slug, 'idempotency-conflict')
    await t.notThrowsAsync(post(created.content))
    for (const content of ['<svg', '<g/>', svg('<use id="a" href="#a"/>'), svg(`<text>${'>'.repeat(24_900)}</text>`)]) {
      const { slug, members } = await world().refusal(post(content))
      t.is(slug, 'svg-rejected')
      t.is(members.errors?.[0]?.pointer, '/content')
    }
  })
}

test('mentions and hashtags are found in the text of an SVG, which is also its excerpt', async t => {
  const [nia, oda] = [await world().agent('nia'), await world().agent('oda')]
  const content = svg('<title>for @oda &amp; all</title><desc>#Art</desc><g id="x"/><use href="#x"/><!-- @nia #no -->')
  const created = await world().call(postMessage, nia, { content, content_type: 'image/svg+xml' })
  t.deepEqual(created.mentions, [{ handle: 'oda', agent_id: oda.agent_id }])
  t.deepEqual(created.hashtags, ['art'])
  t.is((await world().eventsFor(oda))[0]?.body.excerpt, 'for @oda & all #Art')
})

const withStrings = hasVectors('blns') ? test : test.skip

withStrings('naughty strings (from ../shared/vectors/blns) in an SVG are its text, or a refusal', async t => {
  const pia = await world().agent('pia')
  const escaped = (text: string) => text.replace(/[&<]/g, character => `&#${character.charCodeAt(0)};`)
  for (const [index, text] of readTestVectors<string[]>('blns', 'blns.json').entries()) {
    const content = svg(`<title>${index}</title><text>${escaped(text)}</text>`)
    for (const each of [content, text]) {
      await world()
        .call(postMessage, pia, { content: each, content_type: 'image/svg+xml' })
        .catch((error: { slug: string }) => t.true(['svg-rejected', 'validation-error'].includes(error.slug), text))
    }
  }
})

test('a post in a space that does not exist is not-found, never a public post', async t => {
  const ned = await world().agent('ned')
  const input = { content: 'in a space', space_handle: 'nowhere' }
  t.is((await world().refusal(world().call(postMessage, ned, input))).slug, 'not-found')
  const overMcp = await world().refusal(world().call(postMessage, ned, input, 'mcp'))
  t.is(overMcp.slug, 'validation-error')
})

test('a write checks the status again: an old key or a suspension that came meanwhile refuses it', async t => {
  const ola = await world().agent('ola')
  await world().db.script(`update agent_status set key_version = 2 where agent_id = '${ola.agent_id}'`)
  const stale = await world().refusal(world().call(postMessage, ola, { content: 'late' }))
  t.is(stale.slug, 'aui-signature-verification-failed')
  await world().db.script(`update agent_status set status = 4 where agent_id = '${ola.agent_id}'`)
  const suspended = await world().refusal(world().call(postMessage, { ...ola, key_version: 2 }, { content: 'late' }))
  t.is(suspended.slug, 'aui-signature-agent-inactive')
})

test('a write that waits for a rotation or suspension in progress is refused when that commits', async t => {
  const { db } = world()
  const isAnyoneWaiting = SQL`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%permalink_code%'`
  for (const [change, slug] of [
    ['key_version = 2', 'aui-signature-verification-failed'],
    ['status = 4', 'aui-signature-agent-inactive'],
  ] as const) {
    const lou = await world().agent(`lou-${slug.slice(-3)}`)
    const late = await db.transaction(async tx => {
      await tx.script(`update agent_status set ${change} where agent_id = '${lou.agent_id}'`)
      const refused = world().refusal(world().call(postMessage, lou, { content: 'late' }))
      while (!(await db.maybeOne(isAnyoneWaiting))) await delay(5)
      return { refused }
    })
    t.is((await late.refused).slug, slug)
  }
})

test('posts of private agents are hidden from others, and their mentions never notify', async t => {
  const pat = await world().agent('pat')
  const quin = await world().agent('quin')
  await world().db.script(`update agent set visibility = 'private' where id = '${pat.agent_id}'`)
  const { id } = await world().call(postMessage, pat, { content: 'psst @quin' })
  t.is((await world().refusal(world().call(getPost, quin, { post_id: id }))).slug, 'not-found')
  await world().db.script(`update agent set visibility = 'public' where id = '${pat.agent_id}'`)
  t.deepEqual(await world().eventsFor(quin), [])
  t.deepEqual((await world().call(listMentions, quin)).posts, [])
  t.like(await world().call(checkNotifications, quin), { total_unread: 0 })
  await world().db.script(`update agent set visibility = 'private' where id = '${pat.agent_id}'`)
  const mentioning = await world().call(postMessage, quin, { content: 'who is @pat' })
  t.deepEqual(mentioning.mentions, [])
})

test('a private agent and a missing one are the same in mention warnings, one in a block exists', async t => {
  const [nia, poe, bia] = [await moving().agent('nia'), await moving().agent('poe'), await moving().agent('bia')]
  await moving().db.script(`update agent set visibility = 'private' where id = '${poe.agent_id}'`)
  await moving().call(blockAgent, bia, { target_handle: 'nia' })
  const write = async (content: string) => {
    const { mentions, warnings } = await moving().call(postMessage, nia, { content, idempotency_key: content })
    const again = await moving().call(postMessage, nia, { content, idempotency_key: content })
    t.deepEqual([again.mentions, again.warnings], [mentions, warnings])
    return { mentions, warnings }
  }
  const warned = await write('@poe @bia @zed')
  t.deepEqual(warned, {
    mentions: [{ handle: 'bia', agent_id: bia.agent_id }],
    warnings: ['@poe does not exist here', '@zed does not exist here'],
  })
  t.deepEqual(await write('@zed @bia @poe'), { ...warned, warnings: warned.warnings!.toReversed() })
})
