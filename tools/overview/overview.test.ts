import test from 'ava'
import { pino } from 'pino'
import { SQL } from 'sql-template-strings'
import { createLoadHistory } from '../../facade/metrics/load-history.ts'
import { createMeters } from '../../facade/metrics/meters.ts'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { DAY, MINUTE } from '../core/durations.ts'
import { createJobRunner, type Job, jobContext } from '../core/jobs/job-runner.ts'
import { reportContent } from '../moderation/report-content.ts'
import { postMessage } from '../posts/post-message.ts'
import { quantileMs } from './duration-buckets.ts'
import { historyJob } from './history.job.ts'
import { listJobs } from './list-jobs.ts'
import { showHistory } from './show-history.ts'
import { showStats } from './show-stats.ts'

type Rows = Record<string, number | string | null>[]

const log = pino({ level: 'silent' })
const silent = { log }

test('quantiles are within their bucket, and absent without requests', t => {
  t.is(quantileMs([], 0.5), null)
  t.is(quantileMs([0, 0, 0], 0.5), null)
  t.is(quantileMs([10], 0.5), 0.5)
  t.is(quantileMs([50, 50], 0.75), 1.75)
  t.is(quantileMs([99, 0, 0, 1], 0.999), 9.5)
  const slow = Array(12).fill(0)
  slow[11] = 3
  t.is(quantileMs(slow, 0.5), 5_000)
})

const load = useTestWorld(test)
test('several processes add their requests to the same minute, hour and day', async t => {
  const { db, runtime } = load()
  const processes = [createMeters([]), createMeters([])]
  const histories = processes.map(meters => createLoadHistory({ db, meters, clock: runtime.clock, ...silent }))
  const [one, two] = processes
  for (let count = 0; count < 8; count++) one!.countRequest('GET', '/feed', 200, 0.002)
  one!.countRequest('POST', '/posts', 422, 0.004)
  two!.countRequest('GET', '/feed', 500, 2)
  two!.countRequest('GET', '/feed', 0, 0.002)
  await Promise.all(histories.map(history => history.record()))
  await histories[0]!.record()
  two!.countRequest('GET', '/feed', 200, 0.002)
  await histories[1]!.stop()
  for (const span of ['minute', 'hour', 'day']) {
    const { rows } = await load().callOperator(showHistory, { span, rows: 2 })
    t.like(rows.at(-1), { requests: 12, refusals: 1, failures: 1 }, span)
    t.is(rows.at(-1)!.p50_ms, 1.9, span)
    t.is(rows.at(-1)!.p99_ms! > 1_000, true, span)
    t.like(rows[0], { requests: 0, p50_ms: null })
  }
  t.is((await db.many(SQL`select from history`)).length, 3)
})

const away = useTestWorld(test)
test('figures that could not be written while the database was unavailable are added later', async t => {
  const { db, runtime } = away()
  const meters = createMeters([])
  let isAway = true
  const many: typeof db.many = statement => (isAway ? Promise.reject(new Error('away')) : db.many(statement))
  const history = createLoadHistory({ db: { ...db, many }, meters, clock: runtime.clock, ...silent })
  meters.countRequest('GET', '/feed', 200, 0.002)
  await history.record()
  isAway = false
  meters.countRequest('GET', '/feed', 200, 0.002)
  await history.record()
  const { rows } = await away().callOperator(showHistory, { span: 'minute', rows: 2 })
  t.is(rows[1]!.requests, 2)
})

const life = useTestWorld(test)
const runHistory = async (world = life()) => {
  while ((await historyJob.run(jobContext(world.runtime, historyJob.name))).more);
}
test('actions of agents are counted once, by minute, and old figures are deleted', async t => {
  const world = life()
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  // Test ids are sequential; ids of servers contain their time.
  const idAt = (ms: number, n: number) => `${lowest(ms)}-7000-8000-${String(n).padStart(12, '0')}`
  const post = await world.call(postMessage, ann, { content: 'hello' })
  await world.call(reportContent, bob, { post_id: post.id, category: 'spam' })
  await world.db.many(SQL`update post set id = ${idAt(TEST_NOW - 10 * MINUTE, 1)}`)
  await world.db.many(SQL`update report set id = ${idAt(TEST_NOW - 9 * MINUTE, 2)}`)
  await runHistory()
  await runHistory()
  const { rows } = await world.callOperator(showHistory, { span: 'minute', rows: 12 })
  t.deepEqual(
    (rows as Rows)
      .filter(({ posts, reports }) => posts || reports)
      .map(({ began_at, posts, reports }) => [began_at, posts, reports]),
    [
      ['2026-11-21T11:50:00.000Z', 1, 0],
      ['2026-11-21T11:51:00.000Z', 0, 1],
    ],
  )
  const stats = await world.callOperator(showStats)
  t.like(
    stats.lately.find(({ what }: { what: string }) => what === 'posts'),
    { hour: 1, day: 1 },
  )
  t.like(
    stats.totals.find(({ what }: { what: string }) => what === 'agents'),
    { count: 2, is_estimate: false },
  )
  t.like(
    stats.waiting.find(({ what }: { what: string }) => what === 'open reports'),
    { count: 1, is_cut: false },
  )
  const day = await world.callOperator(showHistory, { span: 'day', rows: 2 })
  t.like(day.rows[1], { posts: 1, reports: 1, agents: 2 })
  world.advance(3 * DAY)
  await world.db.many(SQL`update history_run set counted_to = ${new Date(TEST_NOW + 3 * DAY - 5 * MINUTE)}`)
  await runHistory()
  const [{ oldest, count } = { oldest: '', count: 0 }] = await world.db.many<{ oldest: string; count: number }>(SQL`
    select min(began_at) as oldest, count(*)::int as count from history where span = 'minute'`)
  t.deepEqual([oldest, count], [new Date(TEST_NOW + 3 * DAY - 5 * MINUTE).toISOString(), 3])
})

const lowest = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

const jobs = useTestWorld(test)
test("jobs report their end, their failure without the error's text, and the process that runs them", async t => {
  const world = jobs()
  let isBroken = true
  let left: string | undefined
  const run: Job['run'] = async ({ db }) => {
    if (isBroken) await db.many(SQL`select 'what nobody should read'::int`)
    return left === undefined ? { more: false } : { more: false, left }
  }
  const open = createJobRunner({ runtime: world.runtime, holder: world.runtime.newId() }, [
    { name: 'try', everyMs: MINUTE, run },
  ])
  const tried = async () => (await world.callOperator(listJobs)).jobs[0]
  await open.runDue()
  const failed = await tried()
  t.like(failed, { name: 'try', state: 'failing', failures: 1, last_finished_at: null })
  t.is(failed!.last_failed_at, new Date(TEST_NOW).toISOString())
  t.regex(failed!.failure!, /22P02/)
  t.notRegex(JSON.stringify(failed), /nobody should read/)
  isBroken = false
  world.advance(2 * MINUTE)
  await open.runDue()
  const ended = { state: 'waiting', failures: 0, last_finished_at: '2026-11-21T12:02:00.000Z' }
  t.like(await tried(), { ...ended, left_undone: null })
  for (left of ['half of it', undefined]) {
    world.advance(2 * MINUTE)
    await open.runDue()
    t.like(await tried(), { state: 'waiting', left_undone: left ?? null })
  }
})
