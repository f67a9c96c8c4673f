import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { fakeLoadSignals } from '../testing/fakes/load-signals.ts'
import { BACKGROUND_CLIENTS, CLIENT_COUNT, openClients } from '../testing/values/scheduled-clients.ts'
import { Problem } from '../tools/core/problems/problem.ts'
import { QUEUE_ERRORS } from '../tools/core/problems/queue-errors.ts'
import { createLimitUsage, RESOURCE_LIMITS } from './resource-limits.ts'
import { callKindOf, createFairScheduler } from './scheduler.ts'

/** Calls that the test ends. */
function openCalls() {
  const usage = createLimitUsage()
  const scheduler = createFairScheduler(usage, fakeLoadSignals(), QUEUE_ERRORS)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    usage,
    started,
    call: (client: string, name: string, bytes = 0) =>
      scheduler.run(
        client,
        () =>
          new Promise<string>(resolve => {
            started.push(name)
            ends.set(name, () => resolve(name))
          }),
        { bytes: () => bytes },
      ),
    async end(name: string) {
      ends.get(name)!()
      for (let i = 0; i < 5; i++) await turn()
    },
  }
}

test('two calls of a client run, until it is seen how they go, and the rest in their order', async t => {
  const { call, end, started } = openCalls()
  const calls = Array.from({ length: 6 }, (_, i) => call('ann', `a${i}`))
  t.deepEqual(started, ['a0', 'a1'])
  for (const name of ['a0', 'a1', 'a2', 'a3', 'a4', 'a5']) await end(name)
  t.deepEqual(started, ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'])
  t.deepEqual(await Promise.all(calls), ['a0', 'a1', 'a2', 'a3', 'a4', 'a5'])
})

test('a client whose answers are large has few calls under way, and others do not wait for it', async t => {
  const { call, end, started } = openCalls()
  const first = call('ann', 'a0', 1_000_000)
  await end('a0')
  await first
  const rest = [call('ann', 'a1', 1_000_000), call('ann', 'a2'), call('bob', 'b0'), call('bob', 'b1')]
  t.deepEqual(started, ['a0', 'a1', 'b0'])
  await end('a1')
  t.deepEqual(started.slice(3), ['b1', 'a2'])
  for (const name of ['a2', 'b0', 'b1']) await end(name)
  await Promise.all(rest)
})

test('a batch runs beside no other call of its client', async t => {
  const scheduler = createFairScheduler(createLimitUsage(), fakeLoadSignals(), QUEUE_ERRORS)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const hold = (client: string, name: string, kind: 'call' | 'batch') =>
    scheduler.run(
      client,
      () => {
        begun.push(name)
        return new Promise<void>(resolve => ends.push(resolve))
      },
      { kind, bytes: () => 100 },
    )
  const calls = [hold('ann', 'a0', 'call'), hold('ann', 'a1', 'batch'), hold('bob', 'b0', 'batch')]
  t.deepEqual(begun, ['a0', 'b0'])
  while (begun.length < 3 || ends.length > 0) {
    for (const end of ends.splice(0)) end()
    await turn()
  }
  await Promise.all(calls)
  t.deepEqual(begun, ['a0', 'b0', 'a1'])
})

test('of those that wait the client that used least goes next', async t => {
  const { call, end, started, usage } = openCalls()
  const heavy = call('heavy', 'h', 400_000)
  await end('h')
  await heavy
  const all = Array.from({ length: RESOURCE_LIMITS.calls.limit }, (_, i) => call(`client ${i}`, `c${i}`))
  const waiting = [call('heavy', 'h1'), call('light', 'l1')]
  t.deepEqual(started.slice(-1), [`c${RESOURCE_LIMITS.calls.limit - 1}`])
  t.deepEqual(Object.fromEntries(usage.used()), {
    calls: RESOURCE_LIMITS.calls.limit,
    large_calls: 0,
    additional_calls: 0,
    queued_calls: 2,
    queued_bytes: 0,
  })
  await end('c0')
  t.is(started.at(-1), 'l1')
  await end('c1')
  t.is(started.at(-1), 'h1')
  for (let i = 2; i < RESOURCE_LIMITS.calls.limit; i++) await end(`c${i}`)
  for (const name of ['h1', 'l1']) await end(name)
  await Promise.all([...all, ...waiting])
})

test('too many calls of one client are refused, and nobody else is', async t => {
  const { call, end, usage } = openCalls()
  const most = 2 + RESOURCE_LIMITS.queued_calls_of_client.limit
  const calls = Array.from({ length: most }, (_, i) => call('ann', `a${i}`))
  const refused = await t.throwsAsync(call('ann', 'one more'), { instanceOf: Problem })
  t.is(refused?.slug, 'rate-limited')
  t.is(usage.rejections.get('queued_calls_of_client'), 1)
  const bob = call('bob', 'b')
  await end('b')
  t.is(await bob, 'b')
  for (let i = 0; i < most; i++) await end(`a${i}`)
  await Promise.all(calls)
})

test('a call that fails gives its turn on', async t => {
  const scheduler = createFairScheduler(createLimitUsage(), fakeLoadSignals(), QUEUE_ERRORS)
  const failing = Array.from({ length: 20 }, () => scheduler.run('ann', () => Promise.reject(new Error('no'))))
  const outcomes = await Promise.allSettled(failing)
  t.true(outcomes.every(({ status }) => status === 'rejected'))
  t.is(await scheduler.run('ann', async () => 'fine'), 'fine')
})

test('weights that leave a rest of fractions keep nobody waiting', async t => {
  const signals = fakeLoadSignals()
  const scheduler = createFairScheduler(createLimitUsage(), signals, QUEUE_ERRORS)
  const slow = async (ms: number) => {
    await turn()
    signals.now += ms
    return ms
  }
  for (let i = 0; i < 200; i++) {
    const calls = [33.3, 0.1, 71.7, 1_000].map(ms => scheduler.run('ann', () => slow(ms * ((i % 7) + 0.1))))
    t.is((await Promise.all(calls)).length, 4)
  }
})

test('what waiting calls keep is bounded for a client, and for all at the cost of whoever keeps most', async t => {
  const usage = createLimitUsage()
  const scheduler = createFairScheduler(usage, fakeLoadSignals(), QUEUE_ERRORS)
  const MB = 1_024 * 1_024
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const all: Promise<unknown>[] = []
  const call = (client: string, mb: number) => {
    const one = scheduler.run(client, () => held, { held: mb * MB })
    all.push(one.catch(() => {}))
    return one
  }
  for (let i = 0; i < RESOURCE_LIMITS.calls.limit; i++) void call(`busy ${i}`, 0)
  for (let i = 0; i < 8; i++) void call('ann', 1)
  await t.throwsAsync(call('ann', 1), { instanceOf: Problem })
  for (let i = 0; i < 14; i++) void call(`some ${i}`, 4)
  await t.throwsAsync(call('ann', 0.5), { instanceOf: Problem })
  t.is(usage.rejections.get('queued_bytes_of_client'), 2)
  t.is(Object.fromEntries(usage.used()).queued_bytes, 64 * MB)
  void call('late', 1)
  t.is(Object.fromEntries(usage.used()).queued_bytes, 64 * MB, 'one of ann went')
  release()
  await Promise.all(all)
})

test('of clients whose answers are large one call runs at a time, and others go past them', async t => {
  const { call, end, started } = openCalls()
  const names = ['a', 'b', 'c']
  for (const name of names) {
    const large = call(name, name, 300_000)
    await end(name)
    await large
  }
  const calls = [...names.map(name => call(name, `${name}1`)), call('small', 's')]
  t.deepEqual(started.slice(3), ['a1', 's'])
  await end('a1')
  t.is(started.at(-1), 'b1')
  await end('b1')
  t.is(started.at(-1), 'c1')
  for (const name of ['c1', 's']) await end(name)
  await Promise.all(calls)
})

test('long pages go one at a time, until it is seen that such ones are small, whosever they were', async t => {
  const scheduler = createFairScheduler(createLimitUsage(), fakeLoadSignals(), QUEUE_ERRORS)
  const ends: (() => void)[] = []
  const page = (client: string, name: string, size = 10_000) =>
    scheduler.run(client, () => new Promise<void>(resolve => ends.push(resolve)), {
      kind: callKindOf(100),
      name,
      bytes: () => size,
    })
  const end = async (...pages: Promise<void>[]) => {
    for (const one of ends.splice(0)) one()
    await Promise.all(pages)
  }
  const next = async () => {
    while (ends.length === 0) await turn()
  }
  const [first, second] = [page('a', 'feed'), page('b', 'feed')]
  t.is(ends.length, 1)
  await end(first)
  await next()
  await end(second)
  const small = ['a', 'b', 'c', 'd'].map(client => page(client, 'feed'))
  t.is(ends.length, 4)
  await end(...small)
  const large = page('e', 'feed', 1_000_000)
  await end(large)
  const later = ['a', 'f', 'g'].map(client => page(client, 'feed'))
  t.is(ends.length, 2, 'of those of whom nothing is seen one')
  await end(...later.slice(0, 2))
  await next()
  await end(...later)
  const other = ['a', 'h', 'i'].map(client => page(client, 'posts'))
  t.is(ends.length, 2, 'nothing is known of such')
  await end(...other.slice(0, 2))
  await next()
  await end(...other)
})

test('a call whose client has gone is not begun and keeps nothing, and the next one is begun', async t => {
  const usage = createLimitUsage()
  const scheduler = createFairScheduler(usage, fakeLoadSignals(), QUEUE_ERRORS)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const busy = Array.from({ length: RESOURCE_LIMITS.calls.limit }, (_, i) => scheduler.run(`busy ${i}`, () => held))
  let leave = () => {}
  const onDisconnect = (listener: () => void) => {
    leave = listener
    return () => {}
  }
  const gone = scheduler.run('ann', async () => t.fail(), { held: 100, onDisconnect })
  const next = scheduler.run('ann', async () => 'fine')
  leave()
  await t.throwsAsync(gone, { instanceOf: Problem })
  t.is(Object.fromEntries(usage.used()).queued_calls, 1)
  t.is(Object.fromEntries(usage.used()).queued_bytes, 0)
  release()
  await Promise.all(busy)
  t.is(await next, 'fine')
})

test('clients that call much more than others share the room, and nobody of those waits', async t => {
  const { clock, ends, begun, hold, run, used } = openClients()
  for (let i = 0; i < 20; i++) await Promise.all(CLIENT_COUNT.map(name => run(name)))
  for (const name of BACKGROUND_CLIENTS) await run(name)
  const calls = CLIENT_COUNT.map(hold)
  const roomFor = begun()
  t.true(roomFor < CLIENT_COUNT.length)
  t.is(used().additional_calls, roomFor)
  const other = hold(BACKGROUND_CLIENTS[0]!)
  t.is(begun(), roomFor + 1)
  ends[0]!()
  await calls[0]
  while (begun() === roomFor + 1) await turn()
  t.pass('one that ends gives its place on at once')
  const before = begun()
  clock.now += 200
  for (const name of BACKGROUND_CLIENTS.slice(1)) await run(name)
  while (begun() === before) await turn()
  t.pass('what takes long has left its place')
  clock.now += 300
  while (begun() < CLIENT_COUNT.length + 1) await turn()
  t.pass('nobody else is there')
  for (const end of ends) end()
  await Promise.all([...calls, other])
  t.is(used().additional_calls, 0)
})

test('what leads to another call counts as none', async t => {
  const { ends, begun, hold, scheduler } = openClients()
  for (let i = 0; i < 20; i++)
    for (const name of CLIENT_COUNT) await scheduler.run(name, async () => {}, { isPrelude: true })
  for (const name of BACKGROUND_CLIENTS) await scheduler.run(name, async () => {})
  const calls = CLIENT_COUNT.map(hold)
  t.is(begun(), CLIENT_COUNT.length)
  for (const end of ends) end()
  await Promise.all(calls)
})

test('among clients that call alike nobody calls much, and one other is not enough', async t => {
  const { ends, begun, hold, run } = openClients()
  for (let i = 0; i < 20; i++) await Promise.all(CLIENT_COUNT.map(name => run(name)))
  await run(BACKGROUND_CLIENTS[0]!)
  const calls = CLIENT_COUNT.map(hold)
  t.is(begun(), CLIENT_COUNT.length)
  for (const end of ends) end()
  await Promise.all(calls)
})

test('a call that pauses gives its turn on meanwhile, and goes on when it is its turn again', async t => {
  const scheduler = createFairScheduler(createLimitUsage(), fakeLoadSignals(), QUEUE_ERRORS)
  const agent = '01a20d8f-380d-7573-ab6d-2234e9f2a714'
  const messages: string[] = []
  const ends: (() => void)[] = []
  let goOn = () => {}
  const first = scheduler.run(agent, async yieldSlot => {
    messages.push('pauses')
    await yieldSlot(() => new Promise<void>(resolve => (goOn = resolve)))
    messages.push('goes on')
  })
  const hold = (name: string) =>
    scheduler.run(agent, () => {
      messages.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const others = [hold('second'), hold('third')]
  for (let i = 0; i < 5; i++) await turn()
  t.deepEqual(messages, ['pauses', 'second', 'third'])
  goOn()
  for (let i = 0; i < 5; i++) await turn()
  t.deepEqual(messages, ['pauses', 'second', 'third'])
  for (const end of ends) end()
  await Promise.all([first, ...others])
  t.deepEqual(messages, ['pauses', 'second', 'third', 'goes on'])
})
