import { setImmediate as turn } from 'node:timers/promises'
import test from 'ava'
import { openArrivals } from './arrivals.ts'

test('of many that come at once some begin in each turn of the event loop, the addresses by turns', async t => {
  let now = 0
  const { enter } = openArrivals(
    () => now,
    () => false,
  )
  const begun: string[] = []
  const ask = (address: string, name: string) =>
    enter(address, () => {
      now += 1
      begun.push(name)
    })
  for (let n = 0; n < 6; n++) ask('flood', `f${n}`)
  ask('else', 'e')
  t.deepEqual(begun, ['f0', 'f1'])
  await turn()
  t.deepEqual(begun.slice(2), ['f2', 'e'])
  await turn()
  t.deepEqual(begun.slice(4), ['f3', 'f4'])
  await turn()
  t.deepEqual(begun.slice(6), ['f5'])
  ask('flood', 'later')
  t.is(begun.at(-1), 'later')
})

test('while those who are known come, the loop is theirs between the turns of the others', async t => {
  let now = 0
  const { enter } = openArrivals(
    () => now,
    () => true,
  )
  const begun: number[] = []
  for (let n = 0; n < 4; n++) {
    enter('flood', () => {
      now += 1
      begun.push(n)
    })
  }
  await turn()
  t.deepEqual(begun, [0, 1])
  while (begun.length < 4) await turn()
  t.deepEqual(begun, [0, 1, 2, 3])
})

test('of many that take no time few begin in the first turns, and then more', async t => {
  const { enter } = openArrivals(
    () => 0,
    () => false,
  )
  let begun = 0
  const inTurns: number[] = []
  for (let n = 0; n < 1_000; n++) enter('flood', () => void begun++)
  while (begun < 1_000) {
    inTurns.push(begun)
    await turn()
  }
  const each = inTurns.map((sum, n) => sum - (inTurns[n - 1] ?? 0))
  t.deepEqual(each.slice(0, 3), [3, 4, 4])
  t.is(each.at(-1), 8)
})
