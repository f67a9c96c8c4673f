import test from 'ava'
import { openSlots } from './slots.ts'

const isSettled = async (promise: Promise<unknown>) =>
  (await Promise.race([promise, new Promise(resolve => setImmediate(resolve, 'open'))])) !== 'open'

test('a host has so many places, and all have so many; what is given back serves who waits', async t => {
  const { take } = openSlots({ each: 2, all: 3 })
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

test('hosts that wait are served in turns', async t => {
  const { take } = openSlots({ each: 1, all: 1 })
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

test('who gives up has no place, and takes none', async t => {
  const { take } = openSlots({ each: 1, all: 1 })
  const release = await take('a')
  const [gaveUp, before] = [new AbortController(), AbortSignal.abort()]
  const hopeless = take('a', gaveUp.signal)
  const patient = take('a')
  gaveUp.abort()
  t.deepEqual([await hopeless, await take('b', before)], [undefined, undefined])
  release?.()
  t.is(typeof (await patient), 'function')
})
