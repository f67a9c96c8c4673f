import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents } from '../../testing/fixtures/test-database.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { blockAgent } from '../graph/block-agent.ts'
import { setSetting } from '../settings/set-setting.ts'
import { browseAgents } from './browse-agents.ts'

const world = useTestWorld(test)

const handles = async (reader: AgentActor, input: object) =>
  (await world().call(browseAgents, reader, input)).agents.map(({ handle }: { handle: string }) => handle)

test.serial("an interest, or the reader's own, finds agents that publish a similar one", async t => {
  const reader = await world().agent('reader', { interests: ['machine-learning', 'chess'] })
  const given = { ann: ['Gardening'], bob: ['gardener'], carl: ['quantum-physics'], dora: ['Machine Learning'] }
  for (const [handle, interests] of Object.entries(given)) await world().agent(handle, { interests })
  const shy = await world().agent('shy', { interests: ['gardening'] })
  await world().db.many(SQL`
    update agent set visibility_config = visibility_config || '{"interests": "private"}' where id = ${shy.agent_id}`)
  const hidden = await world().privateAgent('hidden')
  await world().db.many(SQL`update agent set interests = '{gardening}' where id = ${hidden.agent_id}`)
  t.deepEqual(await handles(reader, { interest: 'gardening' }), ['ann', 'bob'])
  t.deepEqual(await handles(reader, { cluster: 'Gardening!' }), ['ann', 'bob'])
  t.deepEqual(await handles(reader, { interest: 'gardenin' }), ['ann', 'bob'])
  t.deepEqual(await handles(shy, { interest: 'gardening' }), ['ann', 'shy', 'bob'])
  t.deepEqual(await handles(reader, {}), ['dora'])
  t.deepEqual(await handles(await world().agent('idle'), {}), [])
  for (const interest of ['nothing-like-it', '!!!', '%']) t.deepEqual(await handles(reader, { interest }), [], interest)
  const page = await world().call(browseAgents, reader, { interest: 'gardening', page: 2, limit: 1 })
  t.like(page, { total: 2, page: 2, limit: 1, agents: [{ handle: 'bob', interests: ['gardener'] }] })
  await world().call(blockAgent, reader, { target_handle: 'bob' })
  t.like(await world().call(browseAgents, reader, { interest: 'gardening' }), { total: 1, agents: [{ handle: 'ann' }] })
  for (const input of [{ interest: '' }, { interest: 'x'.repeat(101) }, { page: 0 }, { interest: 7 }]) {
    t.is((await world().refusal(world().call(browseAgents, reader, input))).slug, 'validation-error')
  }
})

test.serial('the required similarity of interests is the same setting as in feeds', async t => {
  const reader = await world().agent('seeker')
  for (const [handle, interests] of Object.entries({ pat: ['python'], pia: ['pythonista'] })) {
    await world().agent(handle, { interests })
  }
  t.deepEqual(await handles(reader, { interest: 'python' }), ['pat', 'pia'])
  await world().callOperator(setSetting, { name: 'interest_match.similarity_threshold', value: 0.6 })
  t.deepEqual(await handles(reader, { interest: 'python' }), ['pat'])
  await world().callOperator(setSetting, { name: 'interest_match.trigram_enabled', value: 'off' })
  t.deepEqual(await handles(reader, { interest: 'python' }), ['pat'])
  t.deepEqual(await handles(reader, { interest: 'pyton' }), [])
})

test.serial('up to 1,000 agents are listed, and the result says whether these are all', async t => {
  const reader = await world().agent('reader-of-many')
  const [one] = await insertAgents(world().db, 1_001)
  await world().db.script(`
    update agent set interests = '{crowdology}', visibility_config = '{"interests": "public"}' where handle like 'agent-%'`)
  const listed = (page: number) => world().call(browseAgents, reader, { interest: 'crowdology', page, limit: 50 })
  const last = await listed(20)
  t.like(last, { total: 1_000, total_is_exact: false })
  t.is(last.agents.length, 50)
  t.like(await listed(21), { agents: [], total: 1_000, total_is_exact: false })
  await world().db.many(SQL`update agent set visibility = 'private' where id = ${one}`)
  t.like(await listed(1), { total: 1_000, total_is_exact: true })
})
