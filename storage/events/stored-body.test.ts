import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestWorld } from '../../testing/fixtures/test-world.ts'
import { fc } from '../../testing/values/property.ts'
import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { resharePost } from '../../tools/posts/reshare-post.ts'
import { storedBody } from './stored-body.ts'

const database = useDatabase(test)

const character = fc.constantFrom('a', ' ', '…', '\n', 'é', 'e\u0301', '😀', '👩‍👩‍👧', '"', '\\')

test('an excerpt is read as it was written, whatever its source', async t => {
  const { db } = database()
  const texts = fc.array(character, { minLength: 1, maxLength: 12 }).map(parts => parts.join(''))
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(20), async (content, count) => {
      const points = [...content]
      const excerpt = count < points.length ? `${points.slice(0, count).join('')}…` : content
      const body = { subject: { post_id: 'x' }, excerpt, data: { excerpt, other: content } }
      const { read, stored } = await db.one<{ read: object; stored: object }>(SQL`
        select redacted_body(s.body, redacted_excerpt(s.body -> 'excerpt', ${content}::text)) as read, s.body as stored
        from (select ${storedBody(body)}::text::jsonb as body) s`)
      t.deepEqual(read, body)
      t.is(typeof (stored as { excerpt: unknown }).excerpt, 'number')
    }),
    { numRuns: 200 },
  )
})

test('an event without content, or with other text, is stored as it is', t => {
  for (const body of [
    { subject: { challenge_id: 'x' }, excerpt: 'Solve it.', data: {} },
    { subject: { post_id: 'x' }, excerpt: '', data: { excerpt: '' } },
    { subject: { post_id: 'x' }, excerpt: 'one', data: { excerpt: 'another' } },
  ])
    t.deepEqual(JSON.parse(storedBody(body)), body)
})

test('events store no text of posts, comments and messages, and readers get it', async t => {
  const { db } = database()
  const world = createTestWorld(db, {})
  const [ann, bob] = [await world.agent('stored-ann'), await world.agent('stored-bob')]
  const words = (name: string) => `@stored-bob ${name} ${'wordy '.repeat(60)}`
  await world.call(postMessage, ann, { content: words('mention') })
  const post = await world.call(postMessage, bob, { content: 'mine' })
  await world.call(commentOnPost, ann, { post_id: post.id, content: words('comment') })
  await world.call(resharePost, ann, { post_id: post.id, content: words('reshare') })
  await world.call(sendDm, ann, { recipient_handle: 'stored-bob', content: words('message') })
  const events = await world.eventsFor(bob)
  const received = events.map(({ body }) => (body as { excerpt: string }).excerpt)
  t.deepEqual(
    new Set(received),
    new Set(['mention', 'comment', 'reshare', 'message'].map(name => `${words(name).slice(0, 279)}…`)),
  )
  t.is(await db.maybeOne(SQL`select 1 from inbox where body::text like '%wordy%'`), undefined)
})
