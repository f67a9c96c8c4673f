import test from 'ava'
import { makeMeans } from '../testing/doubles/means.ts'
import { openRoom } from './room.ts'

/** A room whose calls take what the machine makes of so many: quick ones are slowed by others beyond what it can carry. */
function openFilled({ msEach, atOnce }: { msEach: number; atOnce: number }) {
  const means = makeMeans()
  const room = openRoom(means)
  const fill = () => {
    let count = 0
    const since = means.now
    const leaves: (() => void)[] = []
    while (count < 500 && room.has(1, false)) {
      leaves.push(room.take(1, since))
      count++
    }
    means.now += msEach * Math.max(1, count / atOnce)
    for (const leave of leaves) {
      room.learn('call', since, means.now)
      leave()
    }
    return count
  }
  return { means, room, fill }
}

test('from two on, the room grows as long as calls take what they take at best, up to its limit', t => {
  const { fill, means } = openFilled({ msEach: 5, atOnce: 1_000 })
  const counts = Array.from({ length: 18 }, fill)
  t.is(counts[0], 2)
  t.is(counts.at(-1), 256)
  t.is(means.now, 90, 'in as long as eighteen calls take')
})

test('where calls wait for one another it is as large as costs them a few milliseconds', t => {
  const { fill, means } = openFilled({ msEach: 1, atOnce: 4 })
  means.isBusy = true
  const counts = Array.from({ length: 100 }, fill).slice(50)
  t.true(counts.every(count => count > 8 && count < 40))
})

test('of heavy calls few are under way', t => {
  const { fill, means } = openFilled({ msEach: 40, atOnce: 2 })
  means.isBusy = true
  const counts = Array.from({ length: 100 }, fill)
  t.true(counts.every(count => count <= 4))
})

test('on a machine that others want too, and which these calls do not keep busy, it does not shrink', t => {
  const { fill, means, room } = openFilled({ msEach: 5, atOnce: 1_000 })
  for (let n = 0; n < 6; n++) fill()
  const before = fill()
  means.timesSlower = 10
  for (let n = 0; n < 20; n++) {
    const since = means.now
    Object.assign(means, { now: since + 50, idled: means.idled + 25 })
    room.learn('call', since, means.now)
  }
  t.true(fill() >= before)
})

test('calls that are slow because the event loop has no time make it shrink, however slow the machine is', t => {
  const { fill, means, room } = openFilled({ msEach: 5, atOnce: 1_000 })
  for (let n = 0; n < 6; n++) fill()
  means.timesSlower = 10
  for (let n = 0; n < 20; n++) {
    const since = means.now
    means.now += 50
    room.learn('call', since, means.now)
  }
  t.is(fill(), 2)
})

test('beside the calls of others one has room whatever it weighs, and where there are none two', t => {
  const room = openRoom(makeMeans())
  t.true(room.has(16, true))
  const leave = room.take(16, 0)
  t.false(room.has(16, true))
  t.true(room.has(16, false))
  room.take(16, 0)
  t.false(room.has(16, false))
  leave()
  t.true(room.has(16, false))
})

test('what takes long waits for something, and leaves its place', t => {
  const means = makeMeans()
  const room = openRoom(means)
  const leave = room.take(16, 0)
  means.now = 199
  t.false(room.has(16, true))
  means.now = 200
  t.true(room.has(16, true))
  t.is(room.calls(), 0)
  leave()
  t.is(room.calls(), 0)
})

test('a call that waited long for something while nothing was busy takes no room from others', t => {
  const { fill, means, room } = openFilled({ msEach: 5, atOnce: 1_000 })
  for (let n = 0; n < 6; n++) fill()
  const before = fill()
  const wait = () => {
    const since = means.now
    Object.assign(means, { now: since + 500, idled: means.idled + 450 })
    room.learn('call', since, means.now)
  }
  wait()
  t.true(fill() >= before)
  means.isBusy = true
  for (let n = 0; n < 20; n++) wait()
  t.is(fill(), 2)
})
