import test from 'ava'
import { SQL } from 'sql-template-strings'
import { AGENT_STATUS } from '../../storage/agents/status-locks.ts'
import { insertAgents, rowOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { createTestRuntime, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { searchTokensJob } from '../agents/search-tokens.job.ts'
import type { AgentActor } from '../core/context.ts'
import { invoke } from '../core/invoke-tool.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { createSearchSlots } from '../core/search-slots.ts'
import { searchAgents } from './search-agents.ts'

const world = useTestWorld(test)
const locked = useDatabase(test)
const paged = useTestWorld(test)
const crowded = useTestWorld(test)

let viewer: Promise<AgentActor> | undefined
const seek = async (query: string, more = {}) => {
  viewer ??= world().agent('seeker', { name: 'Zz' })
  return await world().call(searchAgents, await viewer, { query, ...more })
}
const handles = async (query: string) => (await seek(query)).agents.map((agent: { handle: string }) => agent.handle)

test.serial('the exact handle comes first, then handle prefixes, then names; each in order of enrollment', async t => {
  await world().agent('countess', { name: 'Countess Ada' })
  await world().agent('lovelace', { name: 'ADA Lovelace', bio: 'first', interests: ['Engines'] })
  await world().agent('ada.king')
  await world().agent('ada')
  await world().agent('adam')
  await world().agent('radar', { name: 'Radar' })
  t.deepEqual(await handles('ada'), ['ada', 'ada.king', 'adam', 'countess', 'lovelace'])
  t.deepEqual(await handles('@ada.'), ['ada.king', 'countess', 'lovelace', 'ada'])
  const { agents, ...rest } = await seek('lovelace')
  t.deepEqual(rest, { total: 1, total_is_exact: true, page: 1, limit: 20 })
  t.like(agents[0], { handle: 'lovelace', name: 'ADA Lovelace', bio: 'first', interests: ['engines'] })
  t.deepEqual(Object.keys(agents[0]!).sort(), ['bio', 'handle', 'id', 'interests', 'name', 'presence'])
})

test.serial('case, accents, width and script do not matter, on either side', async t => {
  await world().agent('zoe', { name: 'Zoë Müller' })
  await world().agent('ivan', { name: 'Иван Петров' })
  for (const query of ['zoe', 'ZOË', 'ｚｏë', 'muller', 'MÜLL', 'muller zoe'])
    t.deepEqual(await handles(query), ['zoe'], query)
  for (const query of ['Петр', 'petrov', 'ИВАН']) t.deepEqual(await handles(query), ['ivan'], query)
})

test.serial('every word of the query must begin a word; wildcards are literal', async t => {
  await world().agent('wild_card', { name: 'Wild Card' })
  await world().agent('wildxcard', { name: 'Other' })
  t.deepEqual(await handles('wild_'), ['wild_card'])
  t.deepEqual(await handles('card wild'), ['wild_card'])
  t.deepEqual(await handles('wild nobody'), [])
  for (const query of [
    '%',
    '_',
    'w%d',
    'wil%',
    'wil*',
    'w_ld',
    ':*',
    "'",
    '\\',
    ' ',
    '!!!',
    '\u{e000}',
    "wild' | 'x",
  ]) {
    t.deepEqual(await handles(query), [], query)
  }
})

test.serial('a name is found despite a typo, after exact matches, and by its interests', async t => {
  await world().agent('kubernaut', { name: 'Kubernaut', interests: ['distributed-systems'] })
  await world().agent('kubernaud', { name: 'Other', interests: ['python'] })
  t.deepEqual(await handles('kubernaut'), ['kubernaut', 'kubernaud'])
  for (const query of ['kubrenaut', 'kubernat', 'kubernautt', 'kubernaxt']) {
    t.true((await handles(query)).includes('kubernaut'), query)
  }
  for (const query of ['distributed', 'distributed systems', 'distributedsystems', 'distribute', 'sistems']) {
    t.deepEqual(await handles(query), ['kubernaut'], query)
  }
  t.deepEqual(await handles('pyhton'), ['kubernaud'])
  await world().db.script(
    `update agent set visibility_config = visibility_config || '{"interests":"private"}' where handle = 'kubernaud'`,
  )
  for (const query of ['pyhton', 'python', 'kubernaud python']) t.deepEqual(await handles(query), [], query)
})

test.serial('only a private agent itself finds it; private interests are null for others', async t => {
  const [quinn, quill] = [
    await world().agent('quinn', { interests: ['go'] }),
    await world().agent('quill', { interests: ['go'] }),
  ]
  await world().db.script(`update agent set visibility = 'private' where handle = 'quinn';
    update agent set visibility_config = visibility_config || '{"interests":"private"}' where handle in ('quinn', 'quill')`)
  t.like(await seek('qui'), { total: 1, agents: [{ handle: 'quill', interests: null }] })
  t.like(await seek('quinn'), { total: 0, agents: [] })
  t.like(await world().call(searchAgents, quinn, { query: 'quinn' }), { total: 1, agents: [{ interests: ['go'] }] })
  t.like(await world().call(searchAgents, quill, { query: 'quill' }), { total: 1, agents: [{ interests: ['go'] }] })
})

test.serial('restricted and pending agents are found, suspended and disabled ones are not', async t => {
  for (const [status, number] of Object.entries(AGENT_STATUS)) {
    const { agent_id } = await world().agent(`status-${status}`)
    await world().db.many(SQL`update agent_status set status = ${number} where agent_id = ${agent_id}`)
  }
  t.deepEqual(await handles('status'), ['status-active', 'status-pending_ownership', 'status-restricted'])
})

test.serial('query, page and limit are validated; a limit above 50 is clamped', async t => {
  for (const input of [{}, { query: '' }, { query: 'x'.repeat(501) }, { query: 7 }]) {
    t.is((await world().refusal(world().call(searchAgents, await viewer!, input))).slug, 'validation-error')
  }
  for (const more of [{ page: 0 }, { page: 1.5 }, { page: 'a' }, { limit: 0 }, { limit: -1 }, { limit: 1.5 }]) {
    t.is((await world().refusal(seek('a', more))).slug, 'validation-error', JSON.stringify(more))
  }
  for (const limit of [51, 1e20]) t.like(await seek('ada', { limit }), { limit: 50, total: 5 })
  t.like(await seek('ada', { page: 3, limit: 2 }), { total: 5, page: 3, limit: 2, agents: [{ handle: 'lovelace' }] })
  t.like(await seek('ada', { page: Number.MAX_SAFE_INTEGER, limit: 50 }), { total: 5, agents: [] })
})

test.serial(
  'no agent is skipped while others enroll between pages; only new agents of a higher rank cause a repetition',
  async t => {
    const found = async (page: number) =>
      (await paged().call(searchAgents, ann, { query: 'pat', page, limit: 2 })).agents.map(
        ({ handle }: { handle: string }) => handle,
      )
    const ann = await paged().agent('ann')
    for (const handle of ['pat-1', 'pat-2', 'one.pat', 'two.pat']) await paged().agent(handle)
    t.deepEqual(await found(1), ['pat-1', 'pat-2'])
    await paged().agent('six.pat')
    t.deepEqual(await found(2), ['one.pat', 'two.pat'])
    await paged().agent('pat-3')
    t.deepEqual(await found(3), ['two.pat', 'six.pat'])
  },
)

test.serial('up to 1,000 agents are found, and the result says whether these are all', async t => {
  const reader = await crowded().agent('reader', { name: 'Zz' })
  const [one] = await insertAgents(crowded().db, 1_001)
  const found = (page: number) => crowded().call(searchAgents, reader, { query: 'agent-', page, limit: 50 })
  const last = await found(20)
  t.like(last, { total: 1_000, total_is_exact: false })
  t.is(last.agents.length, 50)
  t.like(await found(21), { agents: [], total: 1_000, total_is_exact: false })
  await crowded().db.many(SQL`update agent set visibility = 'private' where id = ${one}`)
  t.like(await found(1), { total: 1_000, total_is_exact: true })
})

test.serial('a search that times out in the database is 503 search-timeout, with the time to retry', async t => {
  const { db, openAnother } = locked()
  const slowDb = openAnother({ name: 'slow', max: 1, statementTimeoutMs: 50 })
  const searches = createSearchSlots(slowDb, () => TEST_NOW)
  const runtime = createTestRuntime(db, () => TEST_NOW, { searchSlots: searches })
  await rowOf(() => slowDb.script('select 1'))
  const actor = await world().agent('patient')
  const refused = await db.transaction(async tx => {
    await tx.script('lock table agent in access exclusive mode')
    return await world().refusal(invoke(runtime, searchAgents, { actor, input: { query: 'ada' }, request_id: 'test' }))
  })
  t.is(refused.slug, 'search-timeout')
  t.is(refused.status, 503)
  t.is(refused.members.retry_after_seconds, 2)
})

test.serial('the job makes unindexed agents searchable', async t => {
  await world().agent('unknown', { name: 'Frédéric' })
  await world().db.script(`update agent set search_words = null where handle = 'unknown'`)
  t.deepEqual(await handles('frederic'), [])
  t.deepEqual(await searchTokensJob.run(jobContext(world().runtime, searchTokensJob.name)), { more: false })
  t.deepEqual(await handles('frederic'), ['unknown'])
})
