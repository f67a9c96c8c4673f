import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { sequenceOutbox } from '../storage/events/outbox.ts'
import { collect, emit, NOW, numbers, openProcess, settleAll } from '../testing/fixtures/outbox-processes.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { useWebhooks } from '../testing/fixtures/webhook-world.ts'
import { poison } from '../testing/values/poison.ts'
import { postInSpace } from '../tools/posts/post-in-space.ts'
import { postMessage } from '../tools/posts/post-message.ts'
import { createSpace } from '../tools/spaces/create-space.ts'
import { joinSpace } from '../tools/spaces/join-space.ts'

const database = useDatabase(test)
const world = useWebhooks(test)
const MINUTE = 60_000
/** Deeper than the serializer's stack permits. */
const DEEP = 6_000

const bodies = ({ received }: { received: { body: Buffer }[] }) =>
  received.map(({ body }) => JSON.parse(body.toString()))

test.serial('an event that cannot be sequenced delays none, of its recipient or of others', async t => {
  const { db } = database()
  const clock = { now: NOW }
  const outbox = openProcess(t, database(), () => clock.now)
  const [poisoned, other] = [randomUUID(), randomUUID()]
  const [ofPoisoned, ofOther] = [collect(outbox, poisoned), collect(outbox, other)]
  await emit(db, poisoned, 3)
  await emit(db, other, 1_200)
  await emit(db, poisoned, 2)
  const { event_id } = await db.one<{ event_id: string }>(SQL`
    select event_id from outbox where recipient = ${poisoned} order by id offset 1 limit 1`)
  const cure = await poison(db, 'inbox', `new.event_id = '${event_id}'`)
  await settleAll(outbox)
  await ofOther.until(1_200)
  await ofPoisoned.until(4)
  t.deepEqual(ofPoisoned.seqs, numbers(1, 4))
  t.deepEqual(ofOther.seqs, numbers(1, 1_200))
  await emit(db, other)
  await settleAll(outbox)
  await ofOther.until(1_201)
  await cure()
  clock.now += MINUTE
  await settleAll(outbox)
  await ofPoisoned.until(5)
  t.deepEqual(ofPoisoned.seqs, numbers(1, 5))
})

test.serial('an event that cannot be serialized delays none behind it at its webhook', async t => {
  const [ann, writer] = [await world().agent('ann'), await world().agent('writer')]
  const receiver = await world().receiver('ann')
  await world().register(ann, 'ann')
  for (const word of ['one', 'two']) await world().call(postMessage, writer, { content: `@ann ${word}` })
  while ((await sequenceOutbox(world().db, new Date(world().runtime.clock()))) > 0);
  const deep = `{"data":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`
  await world().db.many(SQL`
    update inbox set body = ${deep}::text::jsonb where recipient = ${ann.agent_id} and seq = 1`)
  for (let n = 0; n < 12; n++) {
    await world().send()
    world().advance(24 * 60 * MINUTE)
  }
  t.deepEqual(
    bodies(receiver).map(({ payload }) => payload.excerpt),
    ['@ann two'],
  )
  const [poisoned, sent] = await world().db.many<{
    attempts: number
    due_at: string | null
    delivered_at: string | null
  }>(SQL`
    select d.attempts, d.due_at, d.delivered_at from webhook_delivery d join webhook w on w.id = d.webhook_id
    where w.agent_id = ${ann.agent_id} order by d.event_id`)
  t.like(poisoned, { due_at: null, delivered_at: null })
  t.truthy(sent?.delivered_at)
})

test.serial(
  'a webhook whose secret cannot be decrypted delays no other, and is retried with growing delays',
  async t => {
    const [ann, bob, writer] = [
      await world().agent('ann-2'),
      await world().agent('bob-2'),
      await world().agent('writer-2'),
    ]
    const [poisoned, healthy] = [await world().receiver('ann-2'), await world().receiver('bob-2')]
    const { id } = await world().register(ann, 'ann-2')
    await world().register(bob, 'bob-2')
    const { secret } = await world().db.one<{ secret: Buffer }>(SQL`select secret from webhook where id = ${id}`)
    const write = (encrypted: Buffer) => world().db.many(SQL`update webhook set secret = ${encrypted} where id = ${id}`)
    await write(Buffer.alloc(secret.length, 1))
    await world().call(postMessage, writer, { content: '@ann-2 @bob-2 one' })
    for (let n = 0; n < 5; n++) await world().send()
    t.deepEqual([poisoned.received.length, healthy.received.length], [0, 1])
    const { attempts } = await world().db.one<{ attempts: number }>(SQL`
    select attempts from set_aside where queue = 'send to webhooks' and row_id = ${id}`)
    t.is(attempts, 1)
    await write(secret)
    world().advance(MINUTE)
    await world().send()
    t.is(poisoned.received.length, 1)
  },
)

test.serial('a post for which no webhook delivery can be created delays none after it', async t => {
  const [owner, reader] = [await world().agent('gardener'), await world().agent('reader')]
  const receiver = await world().receiver('reader')
  const { id } = await world().register(reader, 'reader', { events: ['space.post.created'] })
  await world().call(createSpace, owner, { handle: 'gardeners', name: 'Some', description: 'Of some.' })
  await world().call(joinSpace, reader, { space_handle: 'gardeners' })
  const post = async (content: string) =>
    (await world().call(postInSpace, owner, { space_handle: 'gardeners', content })).id as string
  const [first, second] = [await post('one'), await post('two')]
  const cure = await poison(world().db, 'webhook_delivery', `new.webhook_id = '${id}' and new.event_id = '${first}'`)
  await world().send()
  t.deepEqual(
    bodies(receiver).map(body => body.event_id),
    [second],
  )
  await cure()
  world().advance(MINUTE)
  await world().send()
  t.deepEqual(
    bodies(receiver).map(body => body.event_id),
    [second, first],
  )
})
