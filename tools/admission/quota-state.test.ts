import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { admissionStatement, WINDOW_MS } from '../../storage/admission/admission-query.ts'
import { chargeCounters } from '../../storage/admission/rate-counters.ts'
import { insertAgents, useDatabase } from '../../testing/fixtures/test-database.ts'
import { fc } from '../../testing/values/property.ts'
import { atLater, remainingAt, secondsUntilAvailable, secondsUntilEmpty, type WindowCounts } from './quota-state.ts'

const database = useDatabase(test)

test('Retry-After is when the sliding window has room for one more call', t => {
  for (const [previous, current, at, seconds] of [
    [30, 0, 0, 10],
    [30, 15, 150_000, 10],
    [0, 30, 100_000, 210],
    [0, 30, 0, 310],
    [10, 29, 299_000, 1],
  ] as const)
    t.is(secondsUntilAvailable(30, WINDOW_MS, { previous, current }, at), seconds, `${previous} ${current} ${at}`)
})

test('a window is empty after the slot that follows the last call', t => {
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
  { limit, windowMs, at, ...counted }: WindowCounts & { limit: number; windowMs: number; at: number },
  ms: number,
) {
  return remainingAt(limit, windowMs, atLater(counted, windowMs, Math.floor(at / windowMs), at + ms), at + ms)
}

test('the next call passes after Retry-After, and would not a second earlier', t => {
  fc.assert(
    fc.property(windows, fc.integer({ min: 0, max: 3_600_000 }), (window, more) => {
      const seconds = secondsUntilAvailable(window.limit, window.windowMs, window, window.at)
      t.true(roomAfter(window, seconds * 1000) >= 1)
      t.true(roomAfter(window, seconds * 1000 + more) >= 1)
      if (seconds > 1 && roomAfter(window, 0) === 0) t.is(roomAfter(window, (seconds - 1) * 1000 - 1), 0)
    }),
    { numRuns: 2_000 },
  )
})

test('an empty window allows the full limit', t => {
  fc.assert(
    fc.property(windows, window => {
      const seconds = secondsUntilEmpty(window.windowMs, window, window.at)
      t.is(roomAfter(window, seconds * 1000), window.limit)
    }),
  )
})

const SLOT = 10
const START = SLOT * WINDOW_MS
const LIMIT = 30

/** The stored state, the time since the start of its slot, the current state, and how many of 30 calls fit. */
const CASES: [name: string, held: WindowCounts, afterMs: number, now: WindowCounts, room: number][] = [
  ['the running slot', { previous: 0, current: 9 }, 1, { previous: 0, current: 9 }, 21],
  ['a previous slot that the window covers whole', { previous: 20, current: 9 }, 0, { previous: 20, current: 9 }, 1],
  ['a previous slot of which half is left', { previous: 20, current: 9 }, 150_000, { previous: 20, current: 9 }, 11],
  ['a fraction of a call', { previous: 10, current: 29 }, 270_001, { previous: 10, current: 29 }, 0],
  ['the next slot', { previous: 20, current: 9 }, WINDOW_MS, { previous: 9, current: 0 }, 21],
  ['the end of the next slot', { previous: 20, current: 30 }, 2 * WINDOW_MS - 1, { previous: 30, current: 0 }, 29],
  ['the slot after that', { previous: 20, current: 30 }, 2 * WINDOW_MS, { previous: 0, current: 0 }, LIMIT],
  ['a slot that begins in a minute', { previous: 7, current: 9 }, -60_000, { previous: 7, current: 9 }, 19],
  ['a slot further ahead', { previous: 7, current: 9 }, -60_001, { previous: 0, current: 0 }, LIMIT],
  ['a slot a week ahead', { previous: 7, current: 9 }, -7 * 86_400_000, { previous: 0, current: 0 }, LIMIT],
  ['more than the limit', { previous: 0, current: 40 }, 0, { previous: 0, current: 40 }, 0],
]

interface Held extends WindowCounts {
  limit: number
  windowMs: number
  slot: number
  at: number
}

const inProcess = ({ limit, windowMs, slot, at, ...counted }: Held) => {
  const now = atLater(counted, windowMs, slot, at)
  return { previous: now.previous, current: now.current, room: remainingAt(limit, windowMs, now, at) }
}

/** By the functions of the database, in one batch. */
const inDatabase = (held: readonly Held[]) =>
  database().db.many<WindowCounts & { room: number }>(SQL`
    select w.previous, w.current, window_remaining(h.allowed, w.previous, w.current, h.window_ms, h.at) as room
    from unnest(${held.map(({ limit }) => limit)}::int[], ${held.map(({ windowMs }) => windowMs)}::bigint[],
      ${held.map(({ slot }) => slot)}::bigint[], ${held.map(({ at }) => at)}::bigint[],
      ${held.map(({ previous }) => previous)}::int[], ${held.map(({ current }) => current)}::int[])
      with ordinality as h (allowed, window_ms, slot, at, previous, current, ordinal)
    cross join lateral window_at(h.slot, h.previous, h.current, h.window_ms, h.at) w order by h.ordinal`)

test('the table, the process and the database compute the same state of a window', async t => {
  for (const [name, counted, afterMs, now, room] of CASES) {
    const held = { ...counted, limit: LIMIT, windowMs: WINDOW_MS, slot: SLOT, at: START + afterMs }
    t.deepEqual(inProcess(held), { ...now, room }, name)
    t.deepEqual([...(await inDatabase([held]))], [{ ...now, room }], name)
  }
})

test('requests of an agent and calls of a bucket are admitted as the table says', async t => {
  const { db } = database()
  const agents = await insertAgents(db, CASES.length)
  for (const [n, [name, { previous, current }, afterMs, , room]] of CASES.entries()) {
    const agent_id = agents[n]!
    const now_ms = START + afterMs
    await db.many(SQL`
      insert into rate_window (agent_id, slot, current, previous, granted)
      values (${agent_id}, ${SLOT}, ${current}, ${previous}, 0)`)
    await db.many(SQL`
      insert into rate_counter (digest, phase, short_slot, short_current, short_previous, long_slot, long_current,
        long_previous, granted, expires_at)
      values (${agent_id}, 0, ${SLOT}, ${current}, ${previous}, ${SLOT}, ${current}, ${previous}, 0, '2026-11-21')`)
    const common = { agent_id, percents: [100], now_ms }
    const request = {
      ...common,
      key_version: 1,
      status_mask: 2,
      nonce_expires_at: '2026-11-21',
      token: '',
      session: '',
    }
    const requests = Array.from({ length: 2 * LIMIT }, () => ({ ...request, nonce: randomUUID(), quota: LIMIT }))
    const window = { short_ms: WINDOW_MS, short_limit: LIMIT, long_ms: WINDOW_MS, long_limit: LIMIT }
    const calls = Array.from({ length: 2 * LIMIT }, () => ({ ...common, counter: agent_id, ...window }))
    const admitted = (await admissionStatement.run(db, requests)).filter(({ refusal }) => refusal === null).length
    const granted = (await chargeCounters.run(db, calls)).filter(({ is_granted }) => is_granted).length
    t.deepEqual([admitted, granted], [room, room], name)
  }
})

test('process and database compute the same', async t => {
  const held = fc.record({
    limit: fc.nat(1_200),
    previous: fc.nat(1_200),
    current: fc.nat(1_200),
    windowMs: fc.constantFrom(60_000, WINDOW_MS, 3_600_000, 86_400_000),
    slot: fc.integer({ min: 1, max: 40 }),
    at: fc.integer({ min: 0, max: 10 * 86_400_000 }),
  })
  const sample = fc.sample(held, 5_000)
  t.deepEqual([...(await inDatabase(sample))], sample.map(inProcess))
})
