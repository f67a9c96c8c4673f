import test from 'ava'
import fc from 'fast-check'
import { type Counted, later, roomAt, secondsUntilEmpty, secondsUntilRoom } from './sliding-window.ts'

const WINDOW_MS = 300_000

test('Retry-After is when the sliding window has room for one more', t => {
  for (const [previous, current, at, seconds] of [
    [30, 0, 0, 10],
    [30, 15, 150_000, 10],
    [0, 30, 100_000, 210],
    [0, 30, 0, 310],
    [10, 29, 299_000, 1],
  ] as const)
    t.is(secondsUntilRoom(30, WINDOW_MS, { previous, current }, at), seconds, `${previous} ${current} ${at}`)
})

test('a window is empty once the slot after that of the last call is over', t => {
  t.is(secondsUntilEmpty(WINDOW_MS, { previous: 0, current: 0 }, 10), 0)
  t.is(secondsUntilEmpty(WINDOW_MS, { previous: 1, current: 0 }, 100_000), 200)
  t.is(secondsUntilEmpty(WINDOW_MS, { previous: 1, current: 1 }, 100_000), 500)
})

const windows = fc.record({
  limit: fc.integer({ min: 1, max: 1_200 }),
  windowMs: fc.constantFrom(60_000, 300_000, 3_600_000, 86_400_000),
  previous: fc.integer({ min: 0, max: 1_200 }),
  current: fc.integer({ min: 0, max: 1_200 }),
  at: fc.integer({ min: 0, max: 10 * 86_400_000 }),
})

function roomAfter(
  { limit, windowMs, at, ...counted }: Counted & { limit: number; windowMs: number; at: number },
  ms: number,
) {
  return roomAt(limit, windowMs, later(counted, windowMs, Math.floor(at / windowMs), at + ms), at + ms)
}

test('after Retry-After without another call the next one passes, and a second before it would not', t => {
  fc.assert(
    fc.property(windows, fc.integer({ min: 0, max: 3_600_000 }), (window, more) => {
      const seconds = secondsUntilRoom(window.limit, window.windowMs, window, window.at)
      t.true(roomAfter(window, seconds * 1000) >= 1)
      t.true(roomAfter(window, seconds * 1000 + more) >= 1)
      if (seconds > 1 && roomAfter(window, 0) === 0) t.is(roomAfter(window, (seconds - 1) * 1000 - 1), 0)
    }),
    { numRuns: 2_000 },
  )
})

test('once a window is empty all of it is there', t => {
  fc.assert(
    fc.property(windows, window => {
      const seconds = secondsUntilEmpty(window.windowMs, window, window.at)
      t.is(roomAfter(window, seconds * 1000), window.limit)
    }),
  )
})

test('a slot that begins within a minute counts as this one, and one further ahead not at all', t => {
  const counted = { previous: 7, current: 9 }
  const slot = 10
  for (const windowMs of [60_000, 300_000, 86_400_000]) {
    t.deepEqual(later(counted, windowMs, slot, slot * windowMs - 60_000), counted)
    for (const aheadMs of [60_001, 86_400_000, 7 * 86_400_000])
      t.deepEqual(later(counted, windowMs, slot, slot * windowMs - aheadMs), { previous: 0, current: 0 }, `${aheadMs}`)
  }
})
