import { randomUUID } from 'node:crypto'
import test from 'ava'
import { hasUnsequenced, insertEvents } from '../storage/events/outbox.ts'
import { findEventsAfter, type LoggedEvent } from '../storage/events/visible-events.ts'
import { collect, emit, NOW, numbers, openProcess, settleAll } from '../testing/fixtures/outbox-processes.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import type { EventListener } from './log-subscriptions.ts'

const database = useDatabase(test)

test.serial('a subscriber gets the logged events and then new ones, in order, each once', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const recipient = randomUUID()
  await emit(db, recipient, 450)
  await settleAll(outbox)
  const all = collect(outbox, recipient)
  const late = collect(outbox, recipient, 448)
  await emit(db, recipient, 2)
  await settleAll(outbox)
  await emit(db, recipient)
  await settleAll(outbox)
  await settleAll(outbox)
  await all.until(453)
  t.deepEqual(all.seqs, numbers(1, 453))
  t.deepEqual(late.seqs, numbers(449, 453))
})

test.serial('a subscriber receives events when the clock was set ahead by weeks, and back', async t => {
  const { db } = database()
  const clock = { now: NOW }
  const outbox = openProcess(t, database(), () => clock.now)
  const recipient = randomUUID()
  const received = collect(outbox, recipient)
  await settleAll(outbox)
  const DAY = 86_400_000
  for (const [count, days] of [0, 30, 0, -30, 0].entries()) {
    clock.now = NOW + days * DAY
    await emit(db, recipient)
    await settleAll(outbox)
    await received.until(count + 1)
  }
  t.deepEqual(received.seqs, numbers(1, 5))
})

test.serial('a subscriber sees only its own events, and nothing of the order of all', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const recipient = randomUUID()
  await emit(db, randomUUID())
  await emit(db, recipient)
  await settleAll(outbox)
  const event = await new Promise<LoggedEvent>(resolve => outbox.follow(recipient, 0, resolve))
  t.deepEqual(Object.keys(event).sort(), [
    'body',
    'created_at',
    'event_id',
    'handled_by',
    'seq',
    'sequenced_at',
    'type',
  ])
  t.deepEqual(event, (await findEventsAfter(db, recipient, 0, 1))[0])
})

test.serial('events sequenced by one process reach subscribers of another, and a stream resumes anywhere', async t => {
  const { db } = database()
  const [writer, first, second] = [openProcess(t, database()), openProcess(t, database()), openProcess(t, database())]
  await Promise.all([first.start(), second.start()])
  const recipient = randomUUID()
  const before = collect(first, recipient)
  await emit(db, recipient, 3)
  writer.wake()
  await before.until(3)
  before.close()
  await emit(db, recipient, 3)
  writer.wake()
  const after = collect(second, recipient, before.seqs.at(-1))
  await after.until(3)
  await emit(db, recipient)
  writer.wake()
  await after.until(4)
  t.deepEqual(before.seqs, [1, 2, 3])
  t.deepEqual(after.seqs, [4, 5, 6, 7])
})

test.serial('a process that only writes sequences what woke it before it stops', async t => {
  const { db } = database()
  const writer = openProcess(t, database())
  const recipient = randomUUID()
  await emit(db, recipient, 2)
  writer.wake()
  await writer.stop()
  t.false(await hasUnsequenced(db, recipient))
  t.is((await findEventsAfter(db, recipient, 0, 5)).length, 2)
})

test.serial('a sweep sequences what a killed process left behind', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const recipient = randomUUID()
  await emit(db, recipient)
  t.true(await hasUnsequenced(db, recipient))
  await outbox.sweep()
  t.false(await hasUnsequenced(db, recipient))
})

test.serial(
  'after settling, the log contains everything committed for the recipient, also while others write',
  async t => {
    const { db } = database()
    const outbox = openProcess(t, database())
    const recipients = numbers(1, 20).map(() => randomUUID())
    for (const round of [1, 2, 3]) {
      await Promise.all(
        recipients.map(async recipient => {
          await emit(db, recipient)
          outbox.wake()
          await emit(db, recipient)
          await outbox.settle(recipient)
          const events = await findEventsAfter(db, recipient, 0, 10)
          t.is(events.length, 2 * round)
        }),
      )
    }
  },
)

test.serial('a slow listener gets one event at a time, all eventually, and delays nobody', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const recipient = randomUUID()
  const seqs: number[] = []
  let release = () => {}
  const calls: (() => void)[] = []
  const called = () => new Promise<void>(resolve => calls.push(resolve))
  outbox.follow(recipient, 0, ({ seq }) => {
    seqs.push(seq)
    for (const resolve of calls.splice(0)) resolve()
    return new Promise(resolve => {
      release = resolve
    })
  })
  const other = collect(outbox, recipient)
  await emit(db, recipient, 300)
  await settleAll(outbox)
  await other.until(300)
  t.deepEqual(seqs, [1])
  await emit(db, recipient, 10)
  await settleAll(outbox)
  await other.until(310)
  t.deepEqual(seqs, [1])
  for (const seq of numbers(2, 310)) {
    const next = called()
    release()
    await next
    t.is(seqs.at(-1), seq)
  }
  t.deepEqual(seqs, numbers(1, 310))
})

const failing: Record<string, (seq: number) => EventListener> = {
  'throws at once': last => event => {
    if (event.seq === last) throw new Error('broken')
  },
  'rejects at once': last => async event => {
    if (event.seq === last) throw new Error('broken')
  },
  'rejects late': last => async event => {
    for (let turns = 0; event.seq === last && turns < 5; turns++) await new Promise(resolve => setImmediate(resolve))
    if (event.seq === last) throw new Error('broken')
  },
}

for (const [title, listener] of Object.entries(failing)) {
  test.serial(`a listener that ${title} gets nothing more and affects no other`, async t => {
    const { db } = database()
    const outbox = openProcess(t, database())
    const recipient = randomUUID()
    const seqs: number[] = []
    const fail = listener(3)
    outbox.follow(recipient, 0, async event => {
      seqs.push(event.seq)
      await fail(event)
    })
    const other = collect(outbox, recipient)
    await emit(db, recipient, 5)
    await settleAll(outbox)
    await other.until(5)
    while (outbox.subscriberCount() > 1) await outbox.sweep()
    await emit(db, recipient)
    await settleAll(outbox)
    await other.until(6)
    t.deepEqual(other.seqs, numbers(1, 6))
    t.deepEqual(seqs, [1, 2, 3])
  })
}

test.serial('a closed subscription gets nothing more, not even events that were already read for it', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const recipient = randomUUID()
  await emit(db, recipient, 5)
  await settleAll(outbox)
  const seqs: number[] = []
  const following = outbox.follow(recipient, 0, ({ seq }) => {
    seqs.push(seq)
    if (seq === 2) following.close()
  })
  const unused = collect(outbox, recipient)
  unused.close()
  const other = collect(outbox, recipient)
  await other.until(5)
  await emit(db, recipient)
  await settleAll(outbox)
  await other.until(6)
  t.deepEqual(seqs, [1, 2])
  t.deepEqual(unused.seqs, [])
  t.is(outbox.subscriberCount(), 1)
  following.close()
  t.is(outbox.subscriberCount(), 1)
})

test.serial('a stopped outbox has no subscribers and does nothing', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  await outbox.start()
  const recipient = randomUUID()
  const follower = collect(outbox, recipient)
  await outbox.stop()
  t.is(outbox.subscriberCount(), 0)
  await emit(db, recipient)
  outbox.wake()
  await outbox.sweep()
  const late = collect(outbox, recipient)
  await openProcess(t, database()).sweep()
  t.is(outbox.subscriberCount(), 0)
  t.deepEqual([...follower.seqs, ...late.seqs], [])
})

test.serial('an invalid position is refused before it affects other subscribers', t => {
  const outbox = openProcess(t, database())
  for (const after of [-1, 1.5, Number.NaN, 2 ** 60]) {
    t.throws(() => outbox.follow(randomUUID(), after, () => {}), { instanceOf: RangeError })
  }
  t.is(outbox.subscriberCount(), 0)
})

test.serial('one read serves subscribers at the same position of a log', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const recipient = randomUUID()
  await emit(db, recipient, 5)
  await settleAll(outbox)
  const follow = (after: number) => {
    const events: LoggedEvent[] = []
    outbox.follow(recipient, after, event => void events.push(event))
    return events
  }
  const [one, same, further] = [follow(0), follow(0), follow(2)]
  await collect(outbox, recipient).until(5)
  t.deepEqual(
    [one, same, further].map(events => events.map(({ seq }) => seq)),
    [numbers(1, 5), numbers(1, 5), numbers(3, 5)],
  )
  t.true(one.every((event, index) => event === same[index]))
})

test.serial('a process serves thousands of subscribers', async t => {
  const { db } = database()
  const outbox = openProcess(t, database())
  const followers = numbers(1, 2_000).map(() => {
    const recipient = randomUUID()
    return { recipient, ...collect(outbox, recipient) }
  })
  await insertEvents(
    db,
    followers.flatMap(({ recipient }) =>
      numbers(1, 3).map(n => ({ recipient, event_id: randomUUID(), type: 'agent.mentioned', body: { n } })),
    ),
    new Date(NOW),
  )
  await settleAll(outbox)
  await Promise.all(followers.map(({ until }) => until(3)))
  t.true(followers.every(({ seqs }) => seqs.join() === '1,2,3'))
})
