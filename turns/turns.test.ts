import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { makeMeans } from '../testing/doubles/means.ts'
import { CROWD, OTHERS, openCrowd } from '../testing/values/crowd.ts'
import { Problem } from '../tools/kernel/problems/problems.ts'
import { TURN_REFUSALS } from '../tools/kernel/problems/turn-refusals.ts'
import { BUDGETS, openBudgetUse } from './budgets.ts'
import { kindOf, openTurns } from './turns.ts'

/** Calls that end when they are told to. */
function openCalls() {
  const budgets = openBudgetUse()
  const turns = openTurns(budgets, makeMeans(), TURN_REFUSALS)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  return {
    budgets,
    started,
    call: (client: string, name: string, bytes = 0) =>
      turns.run(
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
  const turns = openTurns(openBudgetUse(), makeMeans(), TURN_REFUSALS)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const hold = (client: string, name: string, kind: 'call' | 'batch') =>
    turns.run(
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
  const { call, end, started, budgets } = openCalls()
  const heavy = call('heavy', 'h', 400_000)
  await end('h')
  await heavy
  const all = Array.from({ length: BUDGETS.turns.limit }, (_, i) => call(`client ${i}`, `c${i}`))
  const waiting = [call('heavy', 'h1'), call('light', 'l1')]
  t.deepEqual(started.slice(-1), [`c${BUDGETS.turns.limit - 1}`])
  t.deepEqual(Object.fromEntries(budgets.used()), {
    turns: BUDGETS.turns.limit,
    turns_large: 0,
    turns_further: 0,
    turns_waiting: 2,
    turns_waiting_bytes: 0,
  })
  await end('c0')
  t.is(started.at(-1), 'l1')
  await end('c1')
  t.is(started.at(-1), 'h1')
  for (let i = 2; i < BUDGETS.turns.limit; i++) await end(`c${i}`)
  for (const name of ['h1', 'l1']) await end(name)
  await Promise.all([...all, ...waiting])
})

test('too many calls of one client are refused, and nobody else is', async t => {
  const { call, end, budgets } = openCalls()
  const most = 2 + BUDGETS.turns_waiting_of_client.limit
  const calls = Array.from({ length: most }, (_, i) => call('ann', `a${i}`))
  const refused = await t.throwsAsync(call('ann', 'one more'), { instanceOf: Problem })
  t.is(refused?.slug, 'rate-limited')
  t.is(budgets.overdrawn.get('turns_waiting_of_client'), 1)
  const bob = call('bob', 'b')
  await end('b')
  t.is(await bob, 'b')
  for (let i = 0; i < most; i++) await end(`a${i}`)
  await Promise.all(calls)
})

test('a call that fails gives its turn on', async t => {
  const turns = openTurns(openBudgetUse(), makeMeans(), TURN_REFUSALS)
  const failing = Array.from({ length: 20 }, () => turns.run('ann', () => Promise.reject(new Error('no'))))
  const outcomes = await Promise.allSettled(failing)
  t.true(outcomes.every(({ status }) => status === 'rejected'))
  t.is(await turns.run('ann', async () => 'fine'), 'fine')
})

test('weights that leave a rest of fractions keep nobody waiting', async t => {
  const means = makeMeans()
  const turns = openTurns(openBudgetUse(), means, TURN_REFUSALS)
  const slow = async (ms: number) => {
    await turn()
    means.now += ms
    return ms
  }
  for (let i = 0; i < 200; i++) {
    const calls = [33.3, 0.1, 71.7, 1_000].map(ms => turns.run('ann', () => slow(ms * ((i % 7) + 0.1))))
    t.is((await Promise.all(calls)).length, 4)
  }
})

test('what waiting calls keep is bounded for a client, and for all at the cost of whoever keeps most', async t => {
  const budgets = openBudgetUse()
  const turns = openTurns(budgets, makeMeans(), TURN_REFUSALS)
  const MB = 1_024 * 1_024
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const all: Promise<unknown>[] = []
  const call = (client: string, mb: number) => {
    const one = turns.run(client, () => held, { held: mb * MB })
    all.push(one.catch(() => {}))
    return one
  }
  for (let i = 0; i < BUDGETS.turns.limit; i++) void call(`busy ${i}`, 0)
  for (let i = 0; i < 8; i++) void call('ann', 1)
  await t.throwsAsync(call('ann', 1), { instanceOf: Problem })
  for (let i = 0; i < 14; i++) void call(`some ${i}`, 4)
  await t.throwsAsync(call('ann', 0.5), { instanceOf: Problem })
  t.is(budgets.overdrawn.get('turns_waiting_bytes_of_client'), 2)
  t.is(Object.fromEntries(budgets.used()).turns_waiting_bytes, 64 * MB)
  void call('late', 1)
  t.is(Object.fromEntries(budgets.used()).turns_waiting_bytes, 64 * MB, 'one of ann went')
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
  const turns = openTurns(openBudgetUse(), makeMeans(), TURN_REFUSALS)
  const ends: (() => void)[] = []
  const page = (client: string, what: string, size = 10_000) =>
    turns.run(client, () => new Promise<void>(resolve => ends.push(resolve)), {
      kind: kindOf(100),
      what,
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
  const budgets = openBudgetUse()
  const turns = openTurns(budgets, makeMeans(), TURN_REFUSALS)
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const busy = Array.from({ length: BUDGETS.turns.limit }, (_, i) => turns.run(`busy ${i}`, () => held))
  let leave = () => {}
  const whenGone = (listener: () => void) => {
    leave = listener
    return () => {}
  }
  const gone = turns.run('ann', async () => t.fail(), { held: 100, whenGone })
  const next = turns.run('ann', async () => 'fine')
  leave()
  await t.throwsAsync(gone, { instanceOf: Problem })
  t.is(Object.fromEntries(budgets.used()).turns_waiting, 1)
  t.is(Object.fromEntries(budgets.used()).turns_waiting_bytes, 0)
  release()
  await Promise.all(busy)
  t.is(await next, 'fine')
})

test('clients that call much more than others share the room, and nobody of those waits', async t => {
  const { clock, ends, begun, hold, run, used } = openCrowd()
  for (let i = 0; i < 20; i++) await Promise.all(CROWD.map(name => run(name)))
  for (const name of OTHERS) await run(name)
  const calls = CROWD.map(hold)
  const roomFor = begun()
  t.true(roomFor < CROWD.length)
  t.is(used().turns_further, roomFor)
  const other = hold(OTHERS[0]!)
  t.is(begun(), roomFor + 1)
  ends[0]!()
  await calls[0]
  while (begun() === roomFor + 1) await turn()
  t.pass('one that ends gives its place on at once')
  const before = begun()
  clock.now += 200
  for (const name of OTHERS.slice(1)) await run(name)
  while (begun() === before) await turn()
  t.pass('what takes long has left its place')
  clock.now += 300
  while (begun() < CROWD.length + 1) await turn()
  t.pass('nobody else is there')
  for (const end of ends) end()
  await Promise.all([...calls, other])
  t.is(used().turns_further, 0)
})

test('what leads to another call counts as none', async t => {
  const { ends, begun, hold, turns } = openCrowd()
  for (let i = 0; i < 20; i++) for (const name of CROWD) await turns.run(name, async () => {}, { isPrelude: true })
  for (const name of OTHERS) await turns.run(name, async () => {})
  const calls = CROWD.map(hold)
  t.is(begun(), CROWD.length)
  for (const end of ends) end()
  await Promise.all(calls)
})

test('among clients that call alike nobody calls much, and one other is not enough', async t => {
  const { ends, begun, hold, run } = openCrowd()
  for (let i = 0; i < 20; i++) await Promise.all(CROWD.map(name => run(name)))
  await run(OTHERS[0]!)
  const calls = CROWD.map(hold)
  t.is(begun(), CROWD.length)
  for (const end of ends) end()
  await Promise.all(calls)
})

test('a call that pauses gives its turn on meanwhile, and goes on when it is its turn again', async t => {
  const turns = openTurns(openBudgetUse(), makeMeans(), TURN_REFUSALS)
  const agent = '01a20d8f-380d-7573-ab6d-2234e9f2a714'
  const told: string[] = []
  const ends: (() => void)[] = []
  let goOn = () => {}
  const first = turns.run(agent, async rest => {
    told.push('pauses')
    await rest(() => new Promise<void>(resolve => (goOn = resolve)))
    told.push('goes on')
  })
  const hold = (name: string) =>
    turns.run(agent, () => {
      told.push(name)
      return new Promise<void>(resolve => ends.push(resolve))
    })
  const others = [hold('second'), hold('third')]
  for (let i = 0; i < 5; i++) await turn()
  t.deepEqual(told, ['pauses', 'second', 'third'])
  goOn()
  for (let i = 0; i < 5; i++) await turn()
  t.deepEqual(told, ['pauses', 'second', 'third'])
  for (const end of ends) end()
  await Promise.all([first, ...others])
  t.deepEqual(told, ['pauses', 'second', 'third', 'goes on'])
})
