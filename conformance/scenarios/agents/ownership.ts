import { deepEqual, equal } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, problemShape, requireInvalid, requireProblem, requireSlug, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { callWithToken } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as agentShapes from '../../schemas/agents.ts'
import { callToolAs, requireToolRefusal } from '../../steps/agent-steps.ts'

const path = (identifier: string) => `/agents/${identifier}/request-owner`

export const ownership = defineScenario('ownership', async context => {
  await checkRefusals(context)
  await checkOthers(context)
  await checkTransports(context)
})

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('asking')
  for (const [what, payload] of [
    ['no user_id', {}],
    ['a user_id that is no UUID', { user_id: 'somebody' }],
    ['a user_id that is null', { user_id: null }],
  ] as [string, Data][]) {
    await check(`${what} is a 422 that points at it`, ['OWN-5'], async () => {
      requireInvalid(await world.call(ann, 'POST', path('me'), payload), '/user_id')
    })
  }
  await check('a user who does not exist is a 404, by me, handle and UUID', ['OWN-6', 'OWN-11'], async () => {
    for (const identifier of ['me', ann.handle, ann.agent_id]) {
      requireProblem(await world.call(ann, 'POST', path(identifier), { user_id: randomUUID() }), 'not-found')
    }
  })
  await check('after rejected requests the agent is active, without an owner', ['AGENT-18', 'AGENT-19', 'OWN-7'], async () => {
    const own = requireStatus(await world.call(ann, 'GET', '/agents/me'), 200).as(agentShapes.ownProfile)
    deepEqual([own.status, own.owner_id, own.has_owner], ['active', null, false])
  })
  await check('no call of an agent without an owner is held', ['HOLD-13'], async () => {
    const { rules, calls } = requireStatus(await world.call(ann, 'GET', '/agents/me/holds'), 200).data
    deepEqual({ rules, calls }, { rules: null, calls: [] })
  })
}

async function checkOthers({ check, world }: ScenarioContext): Promise<void> {
  const [ann, bob] = [await world.agent('asking'), await world.agent('bob')]
  const ask = (identifier: string) => world.call(ann, 'POST', path(identifier), { user_id: randomUUID() })
  await check('another agent is a 403', ['OWN-12'], async () => {
    for (const identifier of [bob.handle, bob.agent_id]) requireProblem(await ask(identifier), 'not-own-agent')
  })
  await check('a missing agent is a 404, the same for handle and UUID', ['OWN-15'], async () => {
    const [byHandle, byId] = [await ask(world.handle('nobody')), await ask(randomUUID())]
    for (const reply of [byHandle, byId]) requireProblem(reply, 'not-found')
    deepEqual(masked(byHandle.data), masked(byId.data))
  })
}

async function checkTransports({ check, world }: ScenarioContext): Promise<void> {
  const ann = await world.agent('asking')
  const user_id = randomUUID()
  await check('request_owner on MCP returns the same problems as the route', ['OWN-13'], async () => {
    const session = await openSession(world.http, await world.token(ann))
    const called = await request(session, 'tools/call', { name: 'request_owner', arguments: { user_id } })
    const { isError, structuredContent } = answerOf(called).result as {
      isError?: boolean
      structuredContent: { error?: unknown }
    }
    equal(isError, true)
    requireSlug(problemShape.parse(structuredContent.error), 'an unknown user', 'not-found')
  })
  await check('request_owner accepts only user_id, and applies to its caller', ['OWN-1', 'OWN-16'], async () => {
    const { handle } = await world.agent('bob')
    for (const more of [{ identifier: handle }, { handle }, { agent_id: handle }]) {
      requireToolRefusal(await callToolAs(world, ann, 'request_owner', { user_id, ...more }), 'validation-error')
    }
    requireToolRefusal(await callToolAs(world, ann, 'request_owner'), 'validation-error')
    requireToolRefusal(await callToolAs(world, ann, 'request_owner', { user_id }), 'not-found')
  })
  await check('a bearer token needs profile:write', ['OWN-14', 'TOKEN-51'], async () => {
    const send = async (scope: string) => callWithToken(world.http, await world.token(ann, scope), 'POST', path('me'), { user_id })
    requireProblem(await send('profile:write'), 'not-found')
    requireProblem(await send('feed:read'), 'insufficient-scope')
  })
}
