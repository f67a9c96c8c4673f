import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { fakeLoadSignals } from '../testing/fakes/load-signals.ts'
import { BACKGROUND_CLIENTS, idOf, openClients } from '../testing/values/scheduled-clients.ts'
import { QUEUE_ERRORS } from '../tools/core/problems/queue-errors.ts'
import { createLimitUsage } from './resource-limits.ts'
import { createFairScheduler } from './scheduler.ts'

test('while nobody is there but those that are not known, none of them waits, however many come', async t => {
  const signals = fakeLoadSignals()
  const scheduler = createFairScheduler(createLimitUsage(), signals, QUEUE_ERRORS)
  let most = 0
  let underWay = 0
  const call = async (n: number) =>
    await scheduler.run(
      '127.0.0.1',
      async () => {
        most = Math.max(most, ++underWay)
        const until = signals.now + 5
        while (signals.now < until) await turn()
        underWay--
      },
      { claimant: idOf(n), name: 'ping' },
    )
  const calls = Array.from({ length: 900 }, (_, n) => call(n))
  let isDone = false
  const all = Promise.all(calls).then(() => {
    isDone = true
  })
  let now = 0
  while (!isDone) {
    signals.now = ++now
    for (let i = 0; i < 4; i++) await turn()
  }
  await all
  t.true(most > 200, `${most} at once`)
  t.true(now < 200, `all in ${now} ms: two at a time take 2,250`)
})

test('of those that wait at one address each that says who it is has its turn, and other addresses do not wait for it', async t => {
  const { ends, begun, scheduler } = openClients()
  const started: string[] = []
  const hold = (address: string, claimant: string, name: string) =>
    scheduler.run(
      address,
      () => {
        started.push(name)
        return new Promise<void>(resolve => ends.push(resolve))
      },
      { claimant },
    )
  const calls = [
    ...Array.from({ length: 6 }, (_, n) => hold('192.0.2.1', 'greedy', `g${n}`)),
    hold('192.0.2.1', 'bob', 'b0'),
    hold('192.0.2.1', 'cat', 'c0'),
    hold('192.0.2.1', 'bob', 'b1'),
    hold('192.0.2.2', 'dan', 'd0'),
  ]
  t.deepEqual(started, ['g0', 'g1', 'd0'], 'the first at another address begins at once')
  for (let n = 0; n < calls.length; n++) {
    while (begun() <= n) await turn()
    ends[n]!()
    await turn()
  }
  await Promise.all(calls)
  t.deepEqual(
    started.filter(name => name !== 'd0'),
    ['g0', 'g1', 'g2', 'b0', 'c0', 'g3', 'b1', 'g4', 'g5'],
  )
})

test('while others call, an address that takes much waits behind them, and goes on once their calls have ended', async t => {
  const { clock, ends, begun, hold, run } = openClients()
  const ADDRESS = '192.0.2.1'
  for (let n = 0; n < 40; n++) await run(ADDRESS)
  for (const name of BACKGROUND_CLIENTS) await run(name)
  const known = BACKGROUND_CLIENTS.map(hold)
  t.is(begun(), 2)
  const unknown = Array.from({ length: 4 }, () => hold(ADDRESS))
  t.is(begun(), 3, 'one goes on beside them')
  for (let n = 0; n < 20; n++) await turn()
  t.is(begun(), 3)
  for (const end of ends.slice(0, 2)) end()
  await Promise.all(known)
  while (begun() < 4) await turn()
  t.is(clock.now, 0, 'no time had to pass')
  for (let n = 2; n < 6; n++) {
    while (begun() <= n) await turn()
    ends[n]!()
  }
  await Promise.all(unknown)
})
