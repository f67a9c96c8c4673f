import test from 'ava'
import { type Callee, createHostConcurrency as open, type Slot } from './host-concurrency.ts'

/** Limits that delay nobody, except in tests about them. */
const WIDE = { host: 100, address: 100, party: 100 }

interface Few {
  each: number
  eachPrompt: number
  all: number
  slow: number
}

function openSlots({ all, slow, ...each }: Few, clock: () => number, more: object = {}) {
  const places = { sound: all, ailing: slow }
  const slots = open(
    { ...each, slots: places, ofFree: WIDE, lateMs: 2_000, waiting: WIDE, allWaiting: 100, ...more },
    clock,
  )
  return {
    serve: slots.serve,
    takeSlot: (callee: Callee) => slots.take(callee),
    async take(host: string, signal?: AbortSignal): Promise<Slot['release'] | undefined> {
      return (await slots.take({ host, party: host }, signal))?.release
    },
  }
}

const isSettled = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, new Promise(resolve => setImmediate(resolve, 'open'))])) !== 'open'

test('hosts and all calls have a number of slots; a released slot serves a waiting call', async t => {
  const { take } = openSlots({ each: 2, eachPrompt: 2, all: 3, slow: 3 }, () => 0)
  const first = await take('a')
  await take('a')
  const third = take('a')
  t.false(await isSettled(third))
  const other = await take('b')
  const waiting = take('c')
  t.false(await isSettled(waiting))
  other?.()
  t.true(await isSettled(waiting))
  t.false(await isSettled(third))
  first?.()
  t.true(await isSettled(third))
})

test('waiting hosts are served in turn', async t => {
  const { take } = openSlots({ each: 1, eachPrompt: 1, all: 1, slow: 1 }, () => 0)
  let release = await take('z')
  const served: string[] = []
  const waiters = ['a', 'a', 'b'].map(host =>
    take(host).then(given => {
      served.push(host)
      release = given
    }),
  )
  for (const _ of waiters) {
    release?.()
    await new Promise(setImmediate)
  }
  await Promise.all(waiters)
  t.deepEqual(served, ['a', 'b', 'a'])
})

test('a cancelled call has no slot, and takes none', async t => {
  const { take } = openSlots({ each: 1, eachPrompt: 1, all: 1, slow: 1 }, () => 0)
  const release = await take('a')
  const [gaveUp, before] = [new AbortController(), AbortSignal.abort()]
  const hopeless = take('a', gaveUp.signal)
  const patient = take('a')
  gaveUp.abort()
  t.deepEqual([await hopeless, await take('b', before)], [undefined, undefined])
  release?.()
  t.is(typeof (await patient), 'function')
})

test('slow hosts leave slots to responsive ones, and regain theirs', async t => {
  let now = 0
  const { take } = openSlots({ each: 2, eachPrompt: 2, all: 4, slow: 2 }, () => now)
  const answer = async (host: string, ms: number) => {
    const release = await take(host)
    now += ms
    release?.()
  }
  await answer('prompt', 10)
  const held = [await take('slow-1'), await take('slow-2')]
  const unknown = take('slow-3')
  t.false(await isSettled(unknown), 'half of the places are for those that answer')
  const prompt = [await take('prompt'), await take('prompt')]
  for (const release of prompt) release?.()
  now += 60_000
  for (const release of held) release?.()
  ;(await unknown)?.()
  await answer('slow-1', 60_000)
  const [first] = [await take('slow-1'), await take('slow-2')]
  t.false(await isSettled(take('slow-1')), 'one answer in time is not enough after two that were late')
  first?.()
})

test('a responsive host has more slots, until it is slow or reports overload', async t => {
  let now = 0
  const { take } = openSlots({ each: 1, eachPrompt: 3, all: 8, slow: 4 }, () => now)
  const first = await take('a')
  const waiting = [take('a'), take('a'), take('a')]
  t.false(await isSettled(waiting[0]!), 'nothing is known of it yet')
  first?.()
  const held = await Promise.all(waiting)
  t.false(await isSettled(take('a')))
  held[0]?.(true)
  held[1]?.()
  t.false(await isSettled(take('a')), 'one is under way still')

  for (let n = 0; n < 4; n++) (await take('b'))?.()
  const [late] = [await take('b'), await take('b'), await take('b')]
  now += 60_000
  late?.()
  t.false(await isSettled(take('b')))
})

const SHARED = {
  ofFree: { host: 1 / 2, address: 1, party: 2 },
  waiting: { host: 16, address: 32, party: 32 },
  allWaiting: 128,
}

test('responsive hosts that stop responding delay others by at most two seconds', async t => {
  let now = 0
  const limits = { each: 4, eachPrompt: 16, all: 64, slow: 32 }
  const { take, takeSlot, serve } = openSlots(limits, () => now, SHARED)
  const hosts = Array.from({ length: 20 }, (_, n) => ({ host: `h${n}`, party: `p${n % 3}` }))
  for (const host of [...hosts.map(({ host }) => host), 'beside', 'other']) (await take(host))?.()
  for (const callee of hosts) for (let n = 0; n < 30; n++) void takeSlot(callee)
  const release = await take('beside')
  t.truthy(release, 'three parties leave places')
  release?.()
  now += 2_000
  serve()
  for (let n = 0; n < 3; n++) t.true(await isSettled(take('beside')))
  t.true(await isSettled(take('other')))
})

test('a call that has run for two seconds counts as slow: its host has the slots of a slow one', async t => {
  let now = 0
  const { take } = openSlots({ each: 1, eachPrompt: 3, all: 8, slow: 4 }, () => now)
  ;(await take('a'))?.()
  const late = await take('a')
  t.truthy(await take('a'))
  now += 2_000
  const third = take('a')
  t.false(await isSettled(third))
  late?.()
  t.false(await isSettled(third), 'a late answer takes several in time to make up for')
})

test('a responsive host is called, whatever others do', async t => {
  let now = 0
  const { takeSlot } = openSlots({ each: 1, eachPrompt: 16, all: 8, slow: 4 }, () => now, {
    ...SHARED,
    waiting: { host: 4, address: 4, party: 4 },
  })
  const open = async (host: string) => {
    const slot = await takeSlot({ host, party: host })
    slot?.leads('network')
    return slot
  }
  for (const host of ['a', 'b', 'good']) (await open(host))?.release()
  for (let n = 0; n < 2; n++) for (const host of ['a', 'b']) void open(host)
  await new Promise(setImmediate)
  now += 2_000
  t.truthy(await open('good'))
  t.false(await isSettled(open('good')), 'its network is full')
})
