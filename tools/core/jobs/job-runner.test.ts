import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { WINDOW_MS } from '../../../storage/admission/admission-query.ts'
import { insertEvents, sequenceOutbox } from '../../../storage/events/outbox.ts'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { createTestRuntime } from '../../../testing/fixtures/test-world.ts'
import { createJobRunner } from './job-runner.ts'
import { retentionJobs } from './retention.job.ts'

const database = useDatabase(test)
const retention = useDatabase(test)

const NOW = Date.parse('2026-11-21T12:00:00Z')

test('a job runs in one process at a time, batch by batch, and again once it is due', async t => {
  let now = NOW
  let runs = 0
  const job = { name: 'count', everyMs: 60_000, run: async () => ({ more: ++runs % 3 !== 0 }) }
  const { openAnother } = database()
  const processes = ['a', 'b', 'c'].map(() =>
    createJobRunner({ runtime: createTestRuntime(openAnother(), () => now), holder: randomUUID() }, [job]),
  )
  await Promise.all(processes.map(process => process.runDue()))
  t.is(runs, 3)
  now += 59_999
  await Promise.all(processes.map(process => process.runDue()))
  t.is(runs, 3)
  now += 1
  await Promise.all(processes.map(process => process.runDue()))
  t.is(runs, 6)
})

test('each run is reported with its outcome and the time it ended', async t => {
  const reports: unknown[] = []
  const jobs = createJobRunner(
    {
      runtime: createTestRuntime(database().db, () => NOW),
      holder: randomUUID(),
      observe: (...run) => reports.push(run),
    },
    [
      { name: 'works', everyMs: 1_000, run: async () => ({ more: false }) },
      { name: 'fails', everyMs: 1_000, run: () => Promise.reject(new Error('broken')) },
    ],
  )
  await jobs.runDue()
  await jobs.runDue()
  t.deepEqual(reports, [
    ['works', 'succeeded', NOW],
    ['fails', 'failed', NOW],
  ])
})

test('a job whose process died is run by another when its lease ends', async t => {
  let now = NOW
  const { openAnother } = database()
  const dead = createJobRunner({ runtime: createTestRuntime(openAnother(), () => now), holder: randomUUID() }, [
    { name: 'dies', everyMs: 1_000, run: () => Promise.reject(new Error('killed')) },
  ])
  let runs = 0
  const alive = createJobRunner({ runtime: createTestRuntime(openAnother(), () => now), holder: randomUUID() }, [
    { name: 'dies', everyMs: 1_000, run: async () => ({ more: ++runs < 0 }) },
  ])
  await dead.runDue()
  await alive.runDue()
  t.is(runs, 0)
  now += 60_000
  await alive.runDue()
  t.is(runs, 1)
})

test('a running job renews its lease, and ends if another process has it', async t => {
  let now = NOW
  const { openAnother } = database()
  let runs = 0
  const long = {
    name: 'long',
    everyMs: 1_000,
    run: async () => ({ more: (now += 21_000) < NOW + 200_000 && ++runs > 0 }),
  }
  const other = createJobRunner({ runtime: createTestRuntime(openAnother(), () => now), holder: randomUUID() }, [
    { ...long, run: () => Promise.reject(new Error('had the lease')) },
  ])
  const taken: boolean[] = []
  const held = {
    ...long,
    run: async () => {
      const { more } = await long.run()
      await other.runDue()
      taken.push(
        (await database().db.maybeOne(
          SQL`select 1 from job_lease where name = 'long' and leased_until <= ${new Date(now)}`,
        )) !== undefined,
      )
      return { more }
    },
  }
  await createJobRunner({ runtime: createTestRuntime(openAnother(), () => now), holder: randomUUID() }, [held]).runDue()
  t.deepEqual(
    taken,
    Array.from({ length: 10 }, () => false),
  )
})

test('a job with a due time takes no lease before it', async t => {
  let isDue = false
  let runs = 0
  const job = {
    name: 'due',
    everyMs: 500,
    isDue: () => SQL`${isDue}::boolean`,
    run: async () => ({ more: ++runs < 0 }),
  }
  const jobs = createJobRunner({ runtime: createTestRuntime(database().db, () => NOW), holder: randomUUID() }, [job])
  await jobs.runDue()
  t.is(await database().db.maybeOne(SQL`select 1 from job_lease where name = 'due'`), undefined)
  isDue = true
  await jobs.runDue()
  t.is(runs, 1)
})

test('a job whose condition fails delays no other', async t => {
  const ran: string[] = []
  const jobs = [SQL`1 / (select 0) = 1`, SQL`true`, SQL`(select pg_sleep(0)) is null`].map((condition, index) => ({
    ...{ name: `condition ${index}`, everyMs: 500, isDue: () => condition },
    run: async () => ({ more: ran.push(`${index}`) < 0 }),
  }))
  const { runDue } = createJobRunner(
    { runtime: createTestRuntime(database().db, () => NOW), holder: randomUUID() },
    jobs,
  )
  await runDue()
  t.deepEqual(ran, ['0', '1', '2'])
})

test('a job without work is checked once per interval, and one with work at each tick', async t => {
  let isDue = false
  const checks: string[] = []
  const check = (name: string) => () => {
    checks.push(name)
    return SQL`${isDue}::boolean`
  }
  const jobs = [500, 1_500].map(everyMs => ({
    ...{ name: `every ${everyMs}`, everyMs, isDue: check(`${everyMs}`) },
    run: async () => ({ more: false }),
  }))
  const { tick } = createJobRunner({ runtime: createTestRuntime(database().db, () => NOW), holder: randomUUID() }, jobs)
  for (let ticks = 0; ticks < 4; ticks++) await tick()
  t.deepEqual(checks.splice(0), ['500', '1500', '500', '500', '500', '1500'])
  isDue = true
  for (let ticks = 0; ticks < 5; ticks++) await tick()
  t.deepEqual(checks, ['500', '500', '500', '1500', '500', '1500', '500', '1500'])
})

test('a job that a fast clock finished, or leased, is not delayed', async t => {
  let now = NOW + 86_400_000
  let runs = 0
  const { openAnother } = database()
  const jobsThat = (name: string, run: () => Promise<{ more: boolean }>) =>
    createJobRunner({ runtime: createTestRuntime(openAnother(), () => now), holder: randomUUID() }, [
      { name, everyMs: 60_000, run },
    ])
  await jobsThat('finished ahead', async () => ({ more: false })).runDue()
  await jobsThat('held ahead', () => Promise.reject(new Error('killed'))).runDue()
  now = NOW
  for (const name of ['finished ahead', 'held ahead']) {
    await jobsThat(name, async () => ({ more: ++runs < 0 })).runDue()
    await jobsThat(name, async () => ({ more: ++runs < 0 })).runDue()
  }
  t.is(runs, 2)
})

test('retention deletes what has expired for a minute and nothing else', async t => {
  const { db } = retention()
  const at = (ms: number) => new Date(NOW - 60_000 + ms)
  for (const table of ['nonce', 'assertion_jti', 'mcp_session_ended', 'event_once']) {
    await db.script(`insert into ${table} (digest, expires_at) values
      ('${randomUUID()}', '${at(0).toISOString()}'), ('${randomUUID()}', '${at(1).toISOString()}')`)
  }
  const slot = Math.floor(at(0).getTime() / WINDOW_MS)
  await db.script(`
    insert into proven_claim select gen_random_uuid(), gen_random_uuid(), expires_at
      from unnest(array['${at(0).toISOString()}', '${at(1).toISOString()}']::timestamptz[]) as e (expires_at);
    insert into rate_counter select gen_random_uuid(), 1, 1, 1, 1, 1, 1, 1, expires_at
      from unnest(array['${at(0).toISOString()}', '${at(1).toISOString()}']::timestamptz[]) as e (expires_at);
    insert into rate_window select gen_random_uuid(), slot, 1, 1, 1 from generate_series(${slot - 2}, ${slot}) as slot`)
  const event = (type: string) => ({ recipient: randomUUID(), event_id: randomUUID(), type, body: {} })
  for (const [age, type] of [
    [31, 'old'],
    [1, 'new'],
  ] as const) {
    await insertEvents(db, [event(type)], at(-age * 86_400_000))
    await sequenceOutbox(db, at(-age * 86_400_000))
  }
  await createJobRunner({ runtime: createTestRuntime(db, () => NOW), holder: randomUUID() }, retentionJobs).runDue()
  const left = await db.one(SQL`
    select (select count(*)::int from nonce) as nonces, (select count(*)::int from assertion_jti) as jtis,
      (select count(*)::int from mcp_session_ended) as sessions, (select count(*)::int from rate_counter) as counters,
      (select count(*)::int from rate_window) as windows, (select count(*)::int from event_once) as told,
      (select count(*)::int from proven_claim) as proven, (select string_agg(type, ' ') from inbox) as events`)
  t.deepEqual(left, { nonces: 1, jtis: 1, sessions: 1, counters: 1, windows: 2, told: 1, proven: 1, events: 'new' })
})
