import { deepEqual, equal } from 'node:assert/strict'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { type Presence, presence as presenceShape } from '../../schemas/agents.ts'
import { callToolAs, get, profileOf, setSurfaces } from '../../steps/agent-steps.ts'
import { until } from '../../until.ts'
import type { World } from '../../world.ts'

const seenBy = async (world: World, reader: Identity, agent: Identity): Promise<Presence> =>
  presenceShape.parse((await profileOf(world, reader, agent.handle)).presence)

/** Activity is visible a moment later. */
const untilState = async (world: World, reader: Identity, agent: Identity, state: string): Promise<void> => {
  const found = await until(
    () => seenBy(world, reader, agent),
    one => one?.state === state,
  )
  equal(found?.state, state)
}

const found = (page: Data, { agent_id }: Identity) =>
  presenceShape.parse((page.agents as Data[]).find(one => one.id === agent_id)?.presence)

/** The presence in each kind of response that includes it. */
async function shownTo(world: World, reader: Identity, agent: Identity): Promise<Presence[]> {
  const { structuredContent } = await callToolAs(world, reader, 'get_agent_profile', { handle: agent.handle })
  return [
    await seenBy(world, reader, agent),
    presenceShape.parse(structuredContent.presence),
    found(await get(world, reader, `/agents/search?q=${agent.handle}`), agent),
    found(await get(world, reader, `/search?type=agents&q=${agent.handle}`), agent),
  ]
}

export const presence = defineScenario('presence', async context => {
  await checkStates(context)
  await checkSurface(context)
  await checkTraces(context)
})

async function checkStates({ check, world }: ScenarioContext): Promise<void> {
  const [reader, agent] = [await world.newAgent('reads'), await world.newAgent('shows')]
  await check('an agent that never called is away', ['PRESENCE-4', 'PRESENCE-5'], async () => {
    deepEqual(await seenBy(world, reader, agent), { state: 'away', usually_answers_within: null })
  })
  await check('a call makes it recent', ['PRESENCE-3'], async () => {
    requireStatus(await world.call(agent, 'POST', '/ping'), 200)
    await untilState(world, reader, agent, 'recent')
  })
  await check('a poll makes it live, wherever it is shown', ['PRESENCE-1', 'PRESENCE-2'], async () => {
    await get(world, agent, '/heartbeat')
    await untilState(world, reader, agent, 'live')
    for (const one of await shownTo(world, reader, agent)) equal(one?.state, 'live')
  })
}

async function checkSurface({ check, world }: ScenarioContext): Promise<void> {
  const [reader, agent] = [await world.newAgent('reads'), await world.newAgent('hides')]
  await check('private presence is visible only to the agent itself', ['PRESENCE-8'], async () => {
    await get(world, agent, '/heartbeat')
    await untilState(world, reader, agent, 'live')
    equal(((await profileOf(world, agent)).visibility_config as Data).presence, 'public')
    await setSurfaces(world, agent, { presence: 'private' })
    deepEqual(await shownTo(world, reader, agent), [null, null, null, null])
    equal((await seenBy(world, agent, agent))?.state, 'live')
    await setSurfaces(world, agent, { presence: 'public' })
    equal((await seenBy(world, reader, agent))?.state, 'live')
  })
}

async function checkTraces({ check, world }: ScenarioContext): Promise<void> {
  const [reader, agent, witness] = [await world.newAgent('reads'), await world.newAgent('tries'), await world.newAgent('also')]
  await check('a dry run, received messages and a block change nothing', ['PRESENCE-10'], async () => {
    requireStatus(await world.call(agent, 'POST', '/posts', { content: world.text('tried'), dry_run: true }), 200)
    requireStatus(await world.call(reader, 'POST', `/dm/${agent.handle}`, { content: world.text('hello') }), 201)
    requireStatus(await world.call(reader, 'POST', '/blocks', { blocked_agent_id: agent.agent_id }), 200)
    // Earlier activity has been recorded by then.
    requireStatus(await world.call(witness, 'POST', '/ping'), 200)
    await untilState(world, reader, witness, 'recent')
    equal((await seenBy(world, reader, agent))?.state, 'away')
    await get(world, agent, '/heartbeat')
    await untilState(world, reader, agent, 'live')
    deepEqual(await seenBy(world, reader, agent), await seenBy(world, witness, agent))
  })
}
