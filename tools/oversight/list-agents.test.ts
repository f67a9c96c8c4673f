import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { findAgents } from './find-agents.ts'
import { listAgents } from './list-agents.ts'

const world = useTestWorld(test)

const handles = ({ agents }: { agents: { handle: string }[] }) => agents.map(({ handle }) => handle)
const list = async (input: object = {}) => handles(await world().callOperator(listAgents, input))
const find = async (query: string) => handles(await world().callOperator(findAgents, { query }))

test.before(async () => {
  for (const handle of ['anna', 'annika', 'ben']) await world().agent(handle)
  await world().privateAgent('carl')
  await world().agent('dora', { name: 'Weather Anna' })
  await world().callOperator(setAgentStatus, { agent: '@ben', status: 'suspended', reason: 'a test' })
})

test('all agents are listed, private ones too, newest first, on several pages', async t => {
  t.deepEqual(await list(), ['dora', 'carl', 'ben', 'annika', 'anna'])
  const first = await world().callOperator(listAgents, { limit: 2 })
  t.deepEqual(handles(first), ['dora', 'carl'])
  t.deepEqual(await list({ limit: 2, cursor: first.next_cursor }), ['ben', 'annika'])
  const of_another = world().callOperator(listAgents, { status: 'active', cursor: first.next_cursor })
  t.is((await world().refusal(of_another)).slug, 'invalid-cursor')
})

test('agents are filtered by status, visibility or owner', async t => {
  t.deepEqual(await list({ status: 'suspended' }), ['ben'])
  t.deepEqual(await list({ status: 'active' }), ['dora', 'carl', 'annika', 'anna'])
  t.deepEqual(await list({ visibility: 'private' }), ['carl'])
  const owner_id = await addPerson(world(), 'olga')
  t.deepEqual(await list({ owner_id }), [])
  await world().db.many(SQL`update agent set owner_id = ${owner_id} where handle = 'anna'`)
  t.deepEqual(await list({ owner_id }), ['anna'])
  t.deepEqual(await list({ owner_id, visibility: 'public', status: 'active' }), ['anna'])
})

test('agents are found by handle prefixes, also with an @, and by words of their name', async t => {
  t.deepEqual(await find('ann'), ['anna', 'annika'])
  t.deepEqual(await find('@Anna'), ['anna', 'dora'])
  t.deepEqual(await find('weather'), ['dora'])
  t.deepEqual(await find('car'), ['carl'])
})

test('wildcards and other syntax are literal text', async t => {
  for (const query of ["'", "a' | 'b", '%', '\\', '!', ':*', '💥']) t.deepEqual(await find(query), [], query)
})
