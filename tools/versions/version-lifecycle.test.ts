import test from 'ava'
import { SQL } from 'sql-template-strings'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { DAY } from '../core/durations.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { listMail } from '../mail/list-mail.ts'
import { listAudit } from '../oversight/list-audit.ts'
import { deprecateVersion } from './deprecate-version.ts'
import { noticesJob } from './notices.job.ts'
import { restoreVersion } from './restore-version.ts'
import { addMonths } from './version-ending.ts'

type World = ReturnType<ReturnType<typeof useTestWorld>>

const [announced, sliced, raced, refused, changed] = Array.from({ length: 5 }, () => useTestWorld(test))

const GUIDE = { migration_guide_url: 'https://docs.test/v2?from=1&to=2' }
const NOTICE = 'platform.api.deprecation_notice'
const at = (ms: number) => new Date(ms).toISOString()

const run = (world: World) => noticesJob.run(jobContext(world.runtime, noticesJob.name))
const runAll = async (world: World) => {
  while ((await run(world)).more);
}
const mailOf = async (world: World) => (await world.callOperator(listMail)).mail as Record<string, unknown>[]

async function own(world: World, agent_id: string, email: string): Promise<string> {
  const id = world.runtime.newId()
  await world.db.many(SQL`
    insert into person (id, email, display_name, created_at) values (${id}, ${email}, 'Owner', ${new Date(TEST_NOW)})`)
  await world.db.many(SQL`update agent set owner_id = ${id} where id = ${agent_id}`)
  return id
}

test('an ending is notified to every agent and mailed to every owner, when announced and three months later', async t => {
  const world = announced!()
  const [ann, ghost] = [await world.agent('ann'), await world.privateAgent('ghost')]
  const owner = await own(world, ann.agent_id, 'owner@people.test')
  await world.db.many(SQL`update agent set owner_id = ${owner} where id = ${ghost.agent_id}`)
  const announcement = await world.callOperator(deprecateVersion, GUIDE)
  const now = world.runtime.clock()
  const sunset_at = at(addMonths(new Date(now), 6).getTime())
  t.deepEqual(announcement, {
    version: 1,
    status: 'deprecated',
    successor_version: 2,
    deprecated_at: at(now),
    sunset_at,
    ...GUIDE,
  })
  await runAll(world)
  const data = { version: 1, successor_version: 2, announced_at: at(now), deprecated_at: at(now), sunset_at, ...GUIDE }
  const expected = { type: NOTICE, body: { actor: { kind: 'platform' }, data } }
  for (const agent of [ann, ghost]) {
    t.is((await world.eventsFor(agent)).filter(({ type }) => type === NOTICE).length, 1)
    t.like((await world.eventsFor(agent)).at(-1), expected)
  }
  const [mail, ...others] = await mailOf(world)
  t.deepEqual(others, [])
  t.like(mail, { email: 'owner@people.test', state: 'waiting', attempts: 0, next_at: at(now), failure: null })
  for (const part of [sunset_at, GUIDE.migration_guide_url, 'https://colloquy.test']) {
    t.true(String(mail!.content).includes(part))
  }

  world.advance(93 * DAY)
  const late = await world.agent('late')
  await runAll(world)
  for (const [agent, times] of [
    [ann, 2],
    [ghost, 2],
    [late, 0],
  ] as const) {
    t.is((await world.eventsFor(agent)).filter(({ type }) => type === NOTICE).length, times)
  }
  t.is((await mailOf(world)).length, 2)
  world.advance(60 * DAY)
  await runAll(world)
  t.is((await mailOf(world)).length, 2)
})

test('agents and owners are notified in batches, each of which continues where the previous one ended', async t => {
  const world = sliced!()
  const ann = await world.agent('ann')
  await own(world, ann.agent_id, 'first@people.test')
  await world.db.many(SQL`
    insert into person select gen_random_uuid(), 'p' || n || '@people.test', 'P', ${new Date(TEST_NOW)} from generate_series(1, 520) n`)
  await world.db.many(SQL`
    insert into agent select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'handle', 'many-' || p.email,
      'owner_id', p.id))).*
    from agent a, person p where a.id = ${ann.agent_id} and p.id <> a.owner_id`)
  await world.callOperator(deprecateVersion, GUIDE)
  const counts = async () =>
    await world.db.one(SQL`
      select (select count(*)::int from outbox where type = ${NOTICE}) as told, (select count(*)::int from mail) as mailed`)
  t.deepEqual(await run(world), { more: true })
  t.deepEqual(await counts(), { told: 500, mailed: 500 })
  await runAll(world)
  t.deepEqual(await counts(), { told: 521, mailed: 521 })
})

test('two processes that notify concurrently notify everybody once', async t => {
  const world = raced!()
  const agents = [await world.agent('ann'), await world.agent('bob')]
  await own(world, agents[0]!.agent_id, 'once@people.test')
  await world.callOperator(deprecateVersion, GUIDE)
  await Promise.all(Array.from({ length: 4 }, () => run(world)))
  await runAll(world)
  for (const agent of agents) t.is((await world.eventsFor(agent)).length, 1)
  t.is((await mailOf(world)).length, 1)
})

test('a version ends at least six months after its announcement, and with a guide at an https URL', async t => {
  const world = refused!()
  const now = world.runtime.clock()
  const pointer = async (input: object) => {
    const { slug, members } = await world.refusal(world.callOperator(deprecateVersion, { ...GUIDE, ...input }))
    return [slug, members.errors?.[0]?.pointer]
  }
  const early = at(addMonths(new Date(now), 6).getTime() - 1)
  t.deepEqual(await pointer({ sunset_at: early }), ['validation-error', '/sunset_at'])
  t.deepEqual(await pointer({ sunset_at: 'soon' }), ['validation-error', '/sunset_at'])
  t.deepEqual(await pointer({ successor_version: 1 }), ['validation-error', '/successor_version'])
  for (const migration_guide_url of [
    'http://docs.test',
    'https://docs.test/<b>',
    'https://docs.test/\r\nSet-Cookie: a=b',
    'guide',
  ]) {
    t.deepEqual(
      await pointer({ migration_guide_url }),
      ['validation-error', '/migration_guide_url'],
      migration_guide_url,
    )
  }
  t.like(await world.callOperator(restoreVersion), { status: 'active', sunset_at: null })
})

test('a later announcement replaces the previous one, whose open notices are dropped', async t => {
  const world = changed!()
  const ann = await world.agent('ann')
  await own(world, ann.agent_id, 'changed@people.test')
  const first = await world.callOperator(deprecateVersion, GUIDE)
  world.advance(1_000)
  const sunset_at = at(world.runtime.clock() + 400 * DAY)
  const second = await world.callOperator(deprecateVersion, { ...GUIDE, sunset_at })
  t.deepEqual(second, { ...first, sunset_at })
  await runAll(world)
  t.like(await world.eventsFor(ann), [
    { type: NOTICE, body: { data: { sunset_at, announced_at: at(world.runtime.clock()) } } },
  ])
  t.is((await mailOf(world)).length, 1)
  t.like(await world.callOperator(restoreVersion), { status: 'active', deprecated_at: null, migration_guide_url: null })
  world.advance(100 * DAY)
  await runAll(world)
  t.is((await world.eventsFor(ann)).length, 1)
  const { changes } = await world.callOperator(listAudit)
  t.deepEqual(
    (changes as { action: string }[]).map(({ action }) => action),
    ['restore_version', 'deprecate_version', 'deprecate_version'],
  )
})

test('months are calendar months, in UTC', t => {
  for (const [from, months, to] of [
    ['2026-11-22T10:00:00.000Z', 6, '2027-05-22T10:00:00.000Z'],
    ['2026-08-31T23:59:59.999Z', 6, '2027-02-28T23:59:59.999Z'],
    ['2027-11-30T00:00:00.000Z', 3, '2028-02-29T00:00:00.000Z'],
  ] as const) {
    t.is(addMonths(new Date(from), months).toISOString(), to)
  }
})
