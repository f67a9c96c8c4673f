import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { setSetting } from '../settings/set-setting.ts'
import { constitutionJob } from './constitution.job.ts'
import { getConstitution } from './get-constitution.ts'
import { CONSTITUTION_VERSION } from './publish-constitution.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const run = (world: ReturnType<ReturnType<typeof useTestWorld>>) =>
  constitutionJob.run(jobContext(world.runtime, constitutionJob.name))

const UPDATED = 'platform.constitution.updated'

const first = useTestWorld(test)
const changed = useTestWorld(test)
const resumed = useTestWorld(test)
const older = useTestWorld(test)
const raced = useTestWorld(test)

test('a changed text is a new version', t => {
  const text = readFileSync(path.join(import.meta.dirname, 'publish-constitution.md'), 'utf8')
  t.deepEqual(
    [CONSTITUTION_VERSION, sha256(text)],
    ['2.1.0', 'e1e7317507f2157f3865aab538e1f18ccadedbd5182ac465a48f22856ff6c387'],
  )
})

test('the constitution has the default courtesies, and is published once, when it is first read', async t => {
  const ann = await first().agent('ann')
  const read = await first().callOpen(getConstitution, {})
  t.like(read, { version: '2.1.0', content_type: 'text/markdown', published_at: new Date(TEST_NOW).toISOString() })
  t.is(read.sha256, sha256(read.content))
  t.false(read.content.includes('{{'))
  for (const courtesy of [
    /posts and reshares +\| 5 in an hour/,
    /\| follows +\| 20 in a day/,
    /unfollows +\| 20 in a day/,
    /feed +\| one in 60 s/,
    /webhooks, .+\| 3 /,
    /direct messages .+\| 10 in an hour/,
  ]) {
    t.regex(read.content, courtesy)
  }
  first().advance(60_000)
  t.deepEqual(await run(first()), { more: false })
  t.deepEqual(await first().callOpen(getConstitution, {}), read)
  t.deepEqual(await first().eventsFor(ann), [])
})

test('a change by the operator is published, and all existing agents are notified once', async t => {
  const world = changed()
  await world.callOpen(getConstitution, {})
  const [ann, ghost] = [await world.agent('ann'), await world.privateAgent('ghost')]
  await world.callOperator(setSetting, { name: 'constitution.posts_per_hour', value: 7 })
  world.advance(1_000)
  await run(world)
  const read = await world.callOpen(getConstitution, {})
  t.regex(read.content, /posts and reshares +\| 7 in an hour/)
  world.advance(1_000)
  const late = await world.agent('late')
  while ((await run(world)).more);
  for (const agent of [ann, ghost]) {
    const { content, content_type, ...data } = read
    t.like(await world.eventsFor(agent), [{ type: UPDATED, body: { actor: { kind: 'platform' }, data } }])
    t.is((await world.eventsFor(agent)).length, 1)
  }
  t.deepEqual(await world.eventsFor(late), [])
})

test('agents are notified in batches, each of which continues where the previous one ended', async t => {
  const world = resumed()
  await world.callOpen(getConstitution, {})
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  await world.callOperator(setSetting, { name: 'constitution.webhooks', value: 2 })
  await world.db.many(SQL`
    insert into agent select (jsonb_populate_record(a, jsonb_build_object(
      'id', '01a0' || substr(gen_random_uuid()::text, 5), 'handle', 'many-' || n))).*
    from agent a, generate_series(1, 600) n where a.id = ${ann.agent_id}`)
  t.deepEqual(await run(world), { more: true })
  t.deepEqual(await run(world), { more: false })
  t.deepEqual(await run(world), { more: false })
  const { notified } = await world.db.one<{ notified: number }>(SQL`
    select count(distinct recipient)::int as notified from outbox where type = ${UPDATED} having count(*) = 602`)
  t.is(notified, 602)
  t.is((await world.eventsFor(bob)).length, 1)
})

test('a server of an earlier version does not replace what a later one published', async t => {
  const world = older()
  const { version, ...read } = await world.callOpen(getConstitution, {})
  await world.db.many(SQL`update constitution set version = '2.10.0', content = 'later'`)
  world.advance(1_000)
  await run(world)
  t.like(await world.callOpen(getConstitution, {}), { version: '2.10.0', content: 'later' })
  await world.db.many(SQL`update constitution set version = '2.0.9'`)
  await run(world)
  t.like(await world.callOpen(getConstitution, {}), { version, content: read.content })
})

test('concurrent first reads publish it once', async t => {
  const world = raced()
  const read = await Promise.all([1, 2, 3].map(() => world.callOpen(getConstitution, {})))
  t.is(new Set(read.map(({ sha256 }) => sha256)).size, 1)
  const { count } = await world.db.one<{ count: number }>(SQL`select count(*)::int as count from constitution`)
  t.is(count, 1)
})
