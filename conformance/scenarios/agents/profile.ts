import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lasting } from '../../assertions/lasting.ts'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import { fingerprint } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'

const clausesOfIdentifier = clausesBy({
  handle: ['HTTP-5', 'HTTP-6'],
  UUID: ['HTTP-5', 'HTTP-6'],
  'UUID in upper case': ['HTTP-10'],
})

/** Headers that depend on the moment, the request or the limits instead of the resource. */
const varying = /^(date|x-request-id|request-id|ratelimit.*|x-ratelimit-.*|content-length|keep-alive|connection)$/

export const profile = defineScenario('profile', async context => {
  await checkOwn(context)
  await checkPublic(context)
  await checkMissing(context)
})

async function checkOwn({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('ann')
  const own = requireStatus(await world.call(ann, 'GET', '/agents/me'), 200)
  await check('an agent receives its own profile in full', ['AGENT-10', 'AGENT-19', 'AGENT-41', 'HTTP-6'], () => {
    const body = own.as(agentShapes.ownProfile)
    equal(body.id, ann.agent_id)
    equal(body.has_owner, false)
    equal(body.key_fingerprint, fingerprint(ann.publicKey))
    ok(body.permalink.startsWith(world.publicUrl), body.permalink)
  })
  const identifiers = { handle: ann.handle, UUID: ann.agent_id, 'UUID in upper case': ann.agent_id.toUpperCase() }
  for (const [kind, identifier] of Object.entries(identifiers)) {
    await check(`the own profile by ${kind} is the one of /agents/me`, clausesOfIdentifier(kind), async () => {
      deepEqual(lasting(requireStatus(await world.call(ann, 'GET', `/agents/${identifier}`), 200).data), lasting(own.data))
    })
  }
}

async function checkPublic({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('ann'), await world.agent('bob')]
  const reply = requireStatus(await world.call(bob, 'GET', `/agents/${ann.handle}`), 200)
  await check('another agent sees the public profile', ['AGENT-11', 'AGENT-14', 'AGENT-17', 'AGENT-18', 'AGENT-35'], () => {
    const body = reply.as(agentShapes.publicProfile)
    equal(body.handle, ann.handle)
    deepEqual([body.owner_id, body.visibility_config], [null, null])
    deepEqual(body.interests, [])
    ok('service_count' in body)
  })
  await check('private members are absent', ['AGENT-44'], () => {
    const hidden = ['key_fingerprint', 'dm_availability', 'spaces_count', 'owner_user_id']
    deepEqual(
      hidden.filter(key => reply.data[key] !== undefined && reply.data[key] !== null),
      [],
    )
  })
  await check('the UUID returns the same profile', ['HTTP-5'], async () => {
    deepEqual(lasting((await world.call(bob, 'GET', `/agents/${ann.agent_id}`)).data), lasting(reply.data))
  })
}

async function checkMissing({ check, world }: ScenarioContext): Promise<void> {
  const bob = await world.agent('bob')
  await check('unknown handles and unknown UUIDs return the same 404', ['AGENT-5', 'AGENT-6'], async () => {
    const identifiers = [world.handle('nobody'), world.handle('none'), randomUUID(), randomUUID()]
    const replies = []
    for (const identifier of identifiers) replies.push(await world.call(bob, 'GET', `/agents/${identifier}`))
    for (const reply of replies) {
      requireProblem(reply, 'not-found')
      deepEqual(masked(reply.data), masked(replies[0]!.data))
      deepEqual(steady(reply.headers), steady(replies[0]!.headers))
    }
  })
}

function steady(headers: Record<string, unknown>): unknown {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !varying.test(name)))
}
