import type { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { createAnonymousGate } from './anonymous-gate.ts'

/** A gate with an event loop that the test makes busy or idle, and authenticated clients that it adds. */
function openScene() {
  const at = { now: 0, idle: 0, looks: 0, isCalling: false, takes: 0 }
  const isActive = () => {
    at.looks++
    return at.isCalling
  }
  const entrance = createAnonymousGate({ clock: () => at.now, idle: () => at.idle }, { isActive })
  const begun: string[] = []
  const ask = (address: string, name: string) => {
    const socket = { destroyed: false }
    entrance.admit(socket as Socket, address, () => {
      at.now += at.takes
      begun.push(name)
    })
    return socket
  }
  return {
    at,
    begun,
    ask,
    flood: (count: number) => Array.from({ length: count }, (_, n) => ask('flood', `f${n}`)),
    async until(count: number) {
      while (begun.length < count) await turn()
    },
    async look() {
      for (const before = at.looks; at.looks < before + 4; ) await turn()
    },
  }
}

/** Waits until the event loop is idle. */
const idleTurns = async () => {
  for (let n = 0; n < 2; n++) await turn()
}

test('without other clients, some requests start whenever the event loop is idle, by address in turn', async t => {
  const { begun, ask, flood } = openScene()
  flood(7)
  ask('else', 'e')
  t.deepEqual(begun, ['f0', 'f1', 'f2', 'f3'])
  await idleTurns()
  t.deepEqual(begun.slice(4), ['f4', 'e', 'f5', 'f6'])
  await idleTurns()
  ask('flood', 'later')
  t.is(begun.at(-1), 'later')
})

test('without other clients, no time passes between requests, however many arrive', async t => {
  const { at, begun, flood } = openScene()
  flood(1_000)
  for (let groups = 0; groups < 250; groups++) await idleTurns()
  t.is(begun.length, 1_000)
  t.is(at.now, 0)
})

test('an expensive request starts alone in its turn of the loop', async t => {
  const { at, begun, flood } = openScene()
  at.takes = 3
  flood(3)
  t.is(begun.length, 1)
  await idleTurns()
  t.is(begun.length, 2)
  await idleTurns()
  t.is(begun.length, 3)
})

test('while the loop is busy the next ones wait, but no longer than some milliseconds', async t => {
  const { at, begun, flood } = openScene()
  flood(12)
  let isWorking = true
  t.teardown(() => {
    isWorking = false
  })
  const work = () => {
    at.now += 0.5
    if (isWorking) setImmediate(work)
  }
  setImmediate(work)
  while (at.now < 7) await turn()
  t.is(begun.length, 4)
  while (at.now < 9.5) await turn()
  t.is(begun.length, 8)
  isWorking = false
  while (begun.length < 12) await turn()
  t.true(at.now < 12, 'as soon as there is nothing to do')
})

test('while authenticated clients call, the loop pauses between a few requests and the next', async t => {
  const { at, begun, flood, look, until } = openScene()
  at.isCalling = true
  flood(20)
  await look()
  t.is(begun.length, 4)
  Object.assign(at, { now: 7, idle: 1 })
  await look()
  t.is(begun.length, 4, 'it idled for a sixth of what it worked')
  at.idle = 3.6
  await until(8)
  await look()
  t.is(begun.length, 8)
  at.now += 8
  await until(12)
  t.pass('without a rest they go on all the same')
})

test('the next batch is larger after cheap requests, smaller after expensive ones, and small again without a queue', async t => {
  const { at, begun, ask, flood, until } = openScene()
  at.isCalling = true
  const sizes: number[] = []
  const next = async (workedMs: number) => {
    const before = begun.length
    Object.assign(at, { now: at.now + workedMs + 4, idle: at.idle + 4 })
    await until(before + 1)
    sizes.push(begun.length - before)
  }
  flood(200)
  for (let n = 0; n < 14; n++) await next(1)
  t.deepEqual(sizes.splice(0), [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 16, 16])
  for (let n = 0; n < 5; n++) await next(3)
  t.deepEqual(sizes.splice(0), [12, 8, 6, 4, 4])
  at.isCalling = false
  await until(200)
  await idleTurns()
  flood(20)
  ask('else', 'e')
  t.is(begun.length, 204)
})

test('as soon as no authenticated client calls, the others continue without a pause', async t => {
  const { at, begun, flood, look, until } = openScene()
  at.isCalling = true
  flood(20)
  await look()
  t.is(begun.length, 4)
  at.isCalling = false
  await until(20)
  t.is(at.now, 0)
})

test('a request whose client is gone takes no turn', async t => {
  const { begun, ask, flood } = openScene()
  flood(4)
  const gone = ask('flood', 'gone')
  ask('flood', 'next')
  gone.destroyed = true
  await idleTurns()
  t.deepEqual(begun.slice(4), ['next'])
})
