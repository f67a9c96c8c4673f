import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { readDatabaseTime } from '../storage/db/database-time.ts'
import { useDatabase } from '../testing/fixtures/test-database.ts'
import { type ClockParts, carryTime, createDatabaseClock } from './database-clock.ts'

const database = useDatabase(test)

const NOW = Date.parse('2026-11-21T12:00:00Z')
const HOUR = 3_600_000

/** A machine and a database with separate clocks; the three samples of a measurement take these round trips. */
function openTimes(t: ExecutionContext, roundTrips: readonly number[], parts: Partial<ClockParts> = {}) {
  const lines: { level: number; offset_ms: number }[] = []
  const times = { elapsedMs: 0, wallMs: NOW, databaseMs: NOW, lines }
  let samples = 0
  const clock = createDatabaseClock({
    log: pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    wallClock: () => times.wallMs + times.elapsedMs,
    monotonic: () => times.elapsedMs,
    async readTime() {
      // The whole delay is in the response: the worst case, since the clock assumes that half of it is.
      const time = times.databaseMs + times.elapsedMs
      times.elapsedMs += roundTrips[samples++]!
      return time
    },
    ...parts,
  })
  t.teardown(clock.stop)
  return { clock, times, truth: () => times.databaseMs + times.elapsedMs }
}

test("the clock has the database's time, whatever the machine's clock does", async t => {
  const { clock, times, truth } = openTimes(t, [0, 0, 0])
  await clock.ready
  t.is(clock.now(), truth())
  for (const jumpMs of [HOUR, -HOUR, 24 * HOUR]) {
    times.wallMs += jumpMs
    times.elapsedMs += 1_000
    t.is(clock.now(), truth())
    t.is(clock.offsetMs(), times.wallMs - NOW)
  }
})

test('the sample with the shortest round trip counts, with an error of at most half of it', async t => {
  const { clock, truth } = openTimes(t, [40, 2, 8])
  await clock.ready
  t.is(truth() - clock.now(), 1)
})

test('a machine clock that is off by more than a second is reported', async t => {
  const off = openTimes(t, [0, 0, 0], { wallClock: () => NOW - HOUR })
  await off.clock.ready
  t.is(off.times.lines.length, 1)
  t.like(off.times.lines[0], { level: 40, offset_ms: -HOUR })
  const right = openTimes(t, [0, 0, 0])
  await right.clock.ready
  t.deepEqual(right.times.lines, [])
})

test("before the first sample, the machine's clock is used, and the clock is not ready", async t => {
  let isAway = true
  const { clock, times } = openTimes(t, [], {
    readTime: async () => {
      if (isAway) throw new Error('away')
      return NOW - HOUR
    },
    monotonic: () => 0,
  })
  times.wallMs += HOUR
  t.is(clock.now(), NOW)
  const soon = new Promise(resolve => setImmediate(resolve, 'not ready'))
  t.is(await Promise.race([clock.ready.then(() => 'ready'), soon]), 'not ready')
  isAway = false
  await clock.ready
  t.is(clock.now(), NOW - HOUR)
})

test('a later sample corrects as far as it is certain', t => {
  const time = carryTime(NOW, () => 0)
  time.correct({ base: NOW + HOUR, doubtMs: 500 })
  t.is(time.now(), NOW + HOUR, 'the first is taken as it is')
  time.correct({ base: NOW + HOUR + 400, doubtMs: 500 })
  t.is(time.now(), NOW + HOUR)
  time.correct({ base: NOW + HOUR + 400, doubtMs: 100 })
  t.is(time.now(), NOW + HOUR + 300)
})

test('the clock pauses instead of going back a little, and follows a database that is set back far', t => {
  let elapsedMs = 0
  const time = carryTime(NOW, () => elapsedMs)
  const correctTo = (base: number) => time.correct({ base, doubtMs: 0 })
  correctTo(NOW)
  t.is(time.now(), NOW)
  correctTo(NOW - 800)
  for (const [ms, expected] of [
    [0, NOW],
    [799, NOW],
    [801, NOW + 1],
  ] as const) {
    elapsedMs = ms
    t.is(time.now(), expected)
  }
  correctTo(NOW - HOUR)
  t.is(time.now(), NOW - HOUR + 801)
})

test('the clock matches a real database', async t => {
  const { db } = database()
  const clock = createDatabaseClock({
    readTime: () => readDatabaseTime(db),
    log: pino({ level: 'silent' }),
    wallClock: () => Date.now() + HOUR,
  })
  t.teardown(clock.stop)
  await clock.ready
  const before = await readDatabaseTime(db)
  const lastTime = clock.now()
  const after = await readDatabaseTime(db)
  t.true(before - 60_000 <= lastTime && lastTime <= after + 60_000, `${before} ${lastTime} ${after}`)
  t.true(Math.abs(clock.offsetMs() - HOUR) < 60_000)
})
