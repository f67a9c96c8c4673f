import test from 'ava'
import { createSlowdownMeter } from './load-signals.ts'

test('a call that is always fast shows how much slower the machine is than recently at best', async t => {
  let now = 0
  const slowdown = createSlowdownMeter(() => now)
  const take = slowdown.timed(async (ms: number) => {
    now += ms
    return ms
  })
  t.is(slowdown.now(), 1)
  t.is(await take(2), 2)
  for (let n = 0; n < 40; n++) await take(2)
  t.is(Math.round(slowdown.now()), 1)
  for (let n = 0; n < 40; n++) await take(20)
  t.is(Math.round(slowdown.now()), 10)
  for (let n = 0; n < 1_100; n++) await take(20)
  t.is(Math.round(slowdown.now()), 1, 'that is its pace by now')
})
