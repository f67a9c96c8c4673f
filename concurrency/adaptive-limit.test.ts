import test from 'ava'
import { fakeLoadSignals } from '../testing/fakes/load-signals.ts'
import { createAdaptiveLimit } from './adaptive-limit.ts'

/** A limit in use: `atOnce` calls take `msEach`, and more calls slow each other down. */
function openFilled({ msEach, atOnce }: { msEach: number; atOnce: number }) {
  const signals = fakeLoadSignals()
  const limit = createAdaptiveLimit(signals)
  const fill = () => {
    let count = 0
    const since = signals.now
    const leaves: (() => void)[] = []
    while (count < 500 && limit.hasCapacity(1, false)) {
      leaves.push(limit.acquire(1, since))
      count++
    }
    signals.now += msEach * Math.max(1, count / atOnce)
    for (const leave of leaves) {
      limit.observe('call', since, signals.now)
      leave()
    }
    return count
  }
  return { signals, limit, fill }
}

test('from two on, the limit grows as long as calls take what they take at best, up to its limit', t => {
  const { fill, signals } = openFilled({ msEach: 5, atOnce: 1_000 })
  const counts = Array.from({ length: 18 }, fill)
  t.is(counts[0], 2)
  t.is(counts.at(-1), 256)
  t.is(signals.now, 90, 'in as long as eighteen calls take')
})

test('where calls wait for one another it is as large as costs them a few milliseconds', t => {
  const { fill, signals } = openFilled({ msEach: 1, atOnce: 4 })
  signals.isBusy = true
  const counts = Array.from({ length: 100 }, fill).slice(50)
  t.true(counts.every(count => count > 8 && count < 40))
})

test('of heavy calls few are under way', t => {
  const { fill, signals } = openFilled({ msEach: 40, atOnce: 2 })
  signals.isBusy = true
  const counts = Array.from({ length: 100 }, fill)
  t.true(counts.every(count => count <= 4))
})

test('on a machine that others want too, and which these calls do not keep busy, it does not shrink', t => {
  const { fill, signals, limit } = openFilled({ msEach: 5, atOnce: 1_000 })
  for (let n = 0; n < 6; n++) fill()
  const before = fill()
  signals.timesSlower = 10
  for (let n = 0; n < 20; n++) {
    const since = signals.now
    Object.assign(signals, { now: since + 50, idled: signals.idled + 25 })
    limit.observe('call', since, signals.now)
  }
  t.true(fill() >= before)
})

test('calls that are slow because the event loop has no time make it shrink, however slow the machine is', t => {
  const { fill, signals, limit } = openFilled({ msEach: 5, atOnce: 1_000 })
  for (let n = 0; n < 6; n++) fill()
  signals.timesSlower = 10
  for (let n = 0; n < 20; n++) {
    const since = signals.now
    signals.now += 50
    limit.observe('call', since, signals.now)
  }
  t.is(fill(), 2)
})

test('beside the calls of others one has limit whatever it weighs, and where there are none two', t => {
  const limit = createAdaptiveLimit(fakeLoadSignals())
  t.true(limit.hasCapacity(16, true))
  const leave = limit.acquire(16, 0)
  t.false(limit.hasCapacity(16, true))
  t.true(limit.hasCapacity(16, false))
  limit.acquire(16, 0)
  t.false(limit.hasCapacity(16, false))
  leave()
  t.true(limit.hasCapacity(16, false))
})

test('what takes long waits for something, and leaves its place', t => {
  const signals = fakeLoadSignals()
  const limit = createAdaptiveLimit(signals)
  const leave = limit.acquire(16, 0)
  signals.now = 199
  t.false(limit.hasCapacity(16, true))
  signals.now = 200
  t.true(limit.hasCapacity(16, true))
  t.is(limit.inFlight(), 0)
  leave()
  t.is(limit.inFlight(), 0)
})

test('a call that waited long for something while nothing was busy takes no limit from others', t => {
  const { fill, signals, limit } = openFilled({ msEach: 5, atOnce: 1_000 })
  for (let n = 0; n < 6; n++) fill()
  const before = fill()
  const wait = () => {
    const since = signals.now
    Object.assign(signals, { now: since + 500, idled: signals.idled + 450 })
    limit.observe('call', since, signals.now)
  }
  wait()
  t.true(fill() >= before)
  signals.isBusy = true
  for (let n = 0; n < 20; n++) wait()
  t.is(fill(), 2)
})
