import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { openBatches, type RunBatch } from '../db/batch.ts'
import { deleteRateCounters } from '../jobs/retention.ts'
import { type AdmissionRow, admissionStatement } from './admission-query.ts'
import { chargeCounters, refundCounters } from './rate-counters.ts'

const database = useDatabase(test)
const bursts = useDatabase(test)

const AGENTS = 20
const COUNTERS = 20
const NOW = Date.parse('2026-11-21T12:00:00Z')
const idOf = (block: number, n: number) => `00000000-0000-7000-${block}-${String(n).padStart(12, '0')}`
const agentId = (n: number) => idOf(8000, n)

const common = { percents: [100], now_ms: NOW }
const claimOf = (n: number) => ({
  counter: idOf(9000, n),
  short_ms: 60_000,
  short_limit: 1_000_000,
  long_ms: 3_600_000,
  long_limit: 1_000_000,
})

function admit(run: RunBatch, n: number): Promise<AdmissionRow> {
  return run(admissionStatement, {
    ...common,
    agent_id: agentId((n * 7) % AGENTS),
    key_version: 1,
    status_mask: 2,
    nonce: randomUUID(),
    nonce_expires_at: new Date(NOW).toISOString(),
    token: '',
    session: '',
    quota: 1_000_000,
    action: { ...claimOf((n * 13) % COUNTERS), tool: 'post_message', idempotency_key: '' },
  })
}

/** Runs either statement once, and refunds every third call; returns what remains. */
async function play(run: RunBatch, n: number): Promise<number> {
  const { counter } = claimOf((n * 13) % COUNTERS)
  const state =
    n % 4 === 0
      ? await run(chargeCounters, { ...common, ...claimOf((n * 13) % COUNTERS), agent_id: '' })
      : (await admit(run, n)).action!
  if (n % 3 > 0) return 1
  await run(refundCounters, { counter, ...state })
  return 0
}

test('processes that count and refund in any order neither deadlock nor miscount', async t => {
  const { db, openAnother } = database()
  await db.many(SQL`
    insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed, created_at, updated_at)
    select id, id::text, 'Agent', '{}', 'public', '{}', 0, '2026-11-21', '2026-11-21'
    from unnest(${Array.from({ length: AGENTS }, (_, n) => agentId(n))}::uuid[]) as a (id)`)
  await db.many(
    SQL`insert into agent_status (agent_id, key_version, status, agency_tier) select id, 1, 1, 1 from agent`,
  )
  const processes = [1, 2, 3].map(() => openBatches(openAnother({ max: 2, isHot: true })))
  const calls = Array.from({ length: 3_000 }, (_, n) => play(processes[n % 3]!, n))
  const [remaining] = await Promise.all([
    Promise.all(calls).then(left => left.reduce((sum, one) => sum + one, 0)),
    ...Array.from({ length: 20 }, () => deleteRateCounters(db, new Date(NOW))),
  ])
  const counted = await db.one(SQL`
    select sum(short_current)::int as short, sum(long_current)::int as long,
      (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks
    from rate_counter`)
  t.deepEqual(counted, { short: remaining, long: remaining, deadlocks: 0 })
})

test('after a burst nothing passes for a whole window, wherever in the minute it began', async t => {
  const { db } = bursts()
  for (const [index, begun] of [0, 1, 29_000, 57_000, 59_999].entries()) {
    const claim = { ...claimOf(100 + index), short_limit: 60, long_ms: 60_000, long_limit: 60, agent_id: '' }
    const granted = async (afterMs: number, calls: number) => {
      const item = { ...common, ...claim, now_ms: NOW + begun + afterMs }
      const outcomes = await chargeCounters.run(
        db,
        Array.from({ length: calls }, () => item),
      )
      return outcomes.filter(outcome => outcome.is_granted).length
    }
    t.is(await granted(0, 70), 60, `${begun}`)
    for (const afterMs of [250, 3_000, 30_000, 59_999]) t.is(await granted(afterMs, 5), 0, `${begun} + ${afterMs}`)
    t.is(await granted(61_000, 5), 1, 'then as the window leaves the burst behind')
    t.is(await granted(400_000, 70), 60, 'and a counter that stood still begins anew')
    t.is(await granted(459_000, 5), 0)
  }
})
