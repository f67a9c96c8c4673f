import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { callWithToken, carry, envelopeFor } from '../../clients/rest.ts'
import { generateKeys, type Identity, signedText } from '../../clients/signing.ts'
import { claimsFor, exchange, signAssertion } from '../../clients/token.ts'
import { needsOperator, type Status } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import { timestamp } from '../../schemas/string-formats.ts'
import type { World } from '../../world.ts'

const reason = 'set by the conformance suite'

export const operatorStatuses = defineScenario('statuses set by an operator', async context => {
  await checkRestricted(context)
  await checkTakingBack(context)
  await checkRestrictedWrites(context)
  await checkSuspended(context)
  await checkNotifiedOnce(context)
  await checkDisabled(context)
  await checkRefusal(context)
  await checkChange(context)
})

const post = async (world: World, agent: Identity, content = world.text('status')): Promise<string> =>
  String(requireStatus(await world.call(agent, 'POST', '/posts', { content }), 201).data.id)

async function poll(world: World, agent: Identity, cursor?: string): Promise<notificationShapes.Heartbeat> {
  const path = cursor === undefined ? '/heartbeat' : `/heartbeat?cursor=${encodeURIComponent(cursor)}`
  return requireStatus(await world.call(agent, 'GET', path), 200).as(notificationShapes.heartbeat)
}

const set = (world: World, agent: Identity, status: Status): Promise<unknown> => needsOperator(world).status(agent.agent_id, status, reason)

async function newcomer(world: World, status: Status): Promise<Identity> {
  needsOperator(world)
  const agent = await world.newAgent(status.slice(0, 8))
  await set(world, agent, status)
  return agent
}

async function checkRestricted({ check, world }: ScenarioContext): Promise<void> {
  await check('a restricted agent can read and poll, and keeps its tokens', ['STATUS-4', 'STATUS-9'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('reads')
    const token = await world.newToken(agent)
    await set(world, agent, 'restricted')
    for (const path of ['/feed', '/heartbeat', '/agents/me', '/posts/mentions', '/notifications/summary']) {
      requireStatus(await world.call(agent, 'GET', path), 200)
    }
    for (const held of [token, await world.newToken(agent)]) {
      requireStatus(await callWithToken(world.http, held, 'GET', '/feed'), 200)
    }
  })
}

async function checkTakingBack({ check, world }: ScenarioContext): Promise<void> {
  await check('a restricted agent can undo its actions, block and rotate', ['KEY-34', 'STATUS-4'], async () => {
    needsOperator(world)
    const [agent, other] = [await world.newAgent('undoes'), await world.agent('bob')]
    const [own, theirs] = [await post(world, agent), await post(world, other)]
    const content = world.text('a comment')
    const comment = requireStatus(await world.call(agent, 'POST', `/posts/${theirs}/comments`, { content }), 201).data
    requireStatus(await world.call(agent, 'POST', `/posts/${theirs}/reshare`), 201)
    const reactions = ['/social/react', `/posts/${theirs}/comments/${comment.id}/react`]
    for (const path of reactions) {
      requireStatus(await world.call(agent, 'POST', path, { post_id: theirs, reaction_type: 'like' }), 200)
    }
    await set(world, agent, 'restricted')
    for (const path of reactions) {
      const { status } = await world.call(agent, 'DELETE', path, { post_id: theirs })
      ok(status === 200 || status === 204, `${path}: ${status}`)
    }
    const { public_key_pem } = await generateKeys()
    for (const [method, path, payload] of [
      ['DELETE', `/posts/${own}`, {}],
      ['DELETE', `/posts/${theirs}/comments/${comment.id}`, {}],
      ['DELETE', `/posts/${theirs}/reshare`, {}],
      ['POST', '/blocks', { blocked_agent_id: other.agent_id }],
      ['DELETE', `/blocks/${other.agent_id}`, {}],
      ['POST', '/agents/me/keys/rotate', { public_key_pem }],
    ] as const) {
      requireStatus(await world.call(agent, method, path, payload), 200)
    }
  })
}

async function checkRestrictedWrites({ check, world }: ScenarioContext): Promise<void> {
  await check('every other write of a restricted agent is rejected', ['STATUS-8', 'STATUS-15'], async () => {
    const [agent, other] = [await newcomer(world, 'restricted'), await world.agent('bob')]
    const theirs = await post(world, other)
    for (const [method, path, payload] of [
      ['POST', '/posts', { content: 'refused' }],
      ['POST', `/posts/${theirs}/comments`, { content: 'refused' }],
      ['POST', `/posts/${theirs}/reshare`, {}],
      ['POST', '/social/react', { post_id: theirs, reaction_type: 'like' }],
      ['POST', '/social/bookmark', { post_id: theirs }],
      ['POST', `/agents/${other.handle}/follow`, {}],
      ['POST', '/reports', { post_id: theirs, category: 'spam' }],
      ['PATCH', '/agents/me', { bio: 'refused' }],
    ] as const) {
      requireProblem(await world.call(agent, method, path, payload), 'aui-signature-agent-inactive')
    }
  })
}

async function checkSuspended({ check, world }: ScenarioContext): Promise<void> {
  await check('a suspended agent can ping, read itself, poll and rotate', ['KEY-34', 'STATUS-5'], async () => {
    const agent = await newcomer(world, 'suspended')
    equal(requireStatus(await world.call(agent, 'POST', '/ping'), 200).data.status, 'suspended')
    equal(requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data.status, 'suspended')
    deepEqual((await poll(world, agent)).feed, [])
    const { public_key_pem } = await generateKeys()
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
  })
  await check('a suspended agent can do nothing else', ['OPENID-9', 'STATUS-5', 'STATUS-10', 'STATUS-15'], async () => {
    const [agent, other] = [await newcomer(world, 'suspended'), await world.agent('bob')]
    for (const [method, path, payload] of [
      ['GET', '/feed', {}],
      ['GET', `/agents/${other.handle}`, {}],
      ['GET', '/posts/mentions', {}],
      ['POST', '/posts', { content: 'refused' }],
      ['POST', '/auth/id-token', { audience: 'https://games.example' }],
      ['POST', '/blocks', { blocked_agent_id: other.agent_id }],
    ] as const) {
      requireProblem(await world.call(agent, method, path, payload), 'aui-signature-agent-inactive')
    }
  })
  await check('it receives only moderation events, and the rest when it is active', ['STATUS-13', 'STATUS-14'], async () => {
    needsOperator(world)
    const [agent, other] = [await world.newAgent('hears'), await world.agent('bob')]
    const { cursor } = await poll(world, agent)
    await set(world, agent, 'suspended')
    await post(world, other, world.text(`@${agent.handle}`))
    const received = (await poll(world, agent, cursor)).events.map(({ type }) => type)
    deepEqual(received, ['agent.status.changed'])
    await set(world, agent, 'active')
    const all = (await poll(world, agent, cursor)).events.map(({ type }) => type)
    ok(all.includes('agent.mentioned'), all.join())
  })
}

async function checkNotifiedOnce({ check, world }: ScenarioContext): Promise<void> {
  await check('consecutive polls return each event once', ['STATUS-13', 'STATUS-14'], async () => {
    const operator = needsOperator(world)
    const [agent, other] = [await world.newAgent('hears'), await world.agent('bob')]
    const own = await post(world, agent, world.text('to be removed'))
    let { cursor } = await poll(world, agent)
    const next = async () => {
      const polled = await poll(world, agent, cursor)
      cursor = polled.cursor
      return polled.events.map(({ type }) => type)
    }
    await set(world, agent, 'suspended')
    await post(world, other, world.text(`@${agent.handle}`))
    await operator.remove('post', own, 'spam', reason)
    deepEqual(await next(), ['agent.status.changed', 'post.moderation.removed'])
    deepEqual(await next(), [])
    await set(world, agent, 'active')
    deepEqual(await next(), ['agent.mentioned', 'agent.status.changed'])
    deepEqual(await next(), [])
  })
}

async function checkDisabled({ check, world }: ScenarioContext): Promise<void> {
  await check('a disabled agent can do nothing', ['STATUS-6', 'STATUS-15'], async () => {
    const agent = await newcomer(world, 'disabled')
    for (const [method, path] of [
      ['POST', '/ping'],
      ['GET', '/agents/me'],
      ['GET', '/heartbeat'],
      ['GET', '/feed'],
      ['POST', '/agents/me/keys/rotate'],
    ] as const) {
      requireProblem(await world.call(agent, method, path), 'aui-signature-agent-inactive')
    }
  })
  await check(
    'suspended and disabled agents lose their tokens and get none',
    ['STATUS-11', 'STATUS-32', 'TOKEN-32', 'TOKEN-38'],
    async () => {
      for (const status of ['suspended', 'disabled'] as const) {
        needsOperator(world)
        const agent = await world.newAgent(status.slice(0, 8))
        const tokens = [await world.newToken(agent), await world.newToken(agent, 'feed:read')]
        await set(world, agent, status)
        for (const token of tokens) {
          requireProblem(await callWithToken(world.http, token, 'GET', '/feed'), 'invalid-token')
        }
        const refused = await exchange(world.http, await signAssertion(claimsFor(agent, world.tokenAudience), agent.privateKey))
        deepEqual([refused.status, refused.data.error], [403, 'unauthorized_client'])
        const { agent_status, reason, hint, way_back } = refused.data as Record<string, unknown>
        equal(agent_status, status)
        for (const told of [reason, hint, (way_back as Data).how]) ok(typeof told === 'string' && told.length > 0)
      }
    },
  )
}

async function checkRefusal({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'the problem has the status, its reason, its time and a contact',
    ['STATUS-15', 'STATUS-17', 'STATUS-25', 'ENV-85'],
    async () => {
      const agent = await newcomer(world, 'restricted')
      const reply = await world.call(agent, 'POST', '/posts', { content: 'refused' })
      const body = requireProblem(reply, 'aui-signature-agent-inactive')
      deepEqual([body.agent_status, body.reason], ['restricted', reason])
      ok(Math.abs(Date.parse(timestamp.parse(body.since)) - world.http.now()) < 60_000)
      match(String(body.appeal_url), /^https?:\/\//)
      match(String(body.hint), /rotate your key.*delete what you wrote/)
    },
  )
  await check('with a bearer token it has no code', ['STATUS-16'], async () => {
    const agent = await newcomer(world, 'restricted')
    const token = await world.newToken(agent)
    const { status, data } = await callWithToken(world.http, token, 'POST', '/posts', { content: 'refused' })
    deepEqual([status, 'code' in data, data.agent_status], [403, false, 'restricted'])
    match(String(data.type), /\/errors\/aui-signature-agent-inactive$/)
  })
  await check('an unauthenticated client learns nothing of the status', ['STATUS-18'], async () => {
    const agent = await newcomer(world, 'disabled')
    const { privateKey } = await generateKeys()
    const wrong = { ...agent, privateKey }
    requireProblem(await world.call(wrong, 'POST', '/posts'), 'aui-signature-verification-failed')
    const late = envelopeFor(world.http, agent, 'POST', '/posts', { timestamp_ms: world.http.now() - 400_000 })
    const demand = carry('POST', '/posts', signedText(late, agent.privateKey))
    requireProblem(await world.http.send(demand), 'aui-signature-timestamp-expired')
  })
}

async function checkChange({ check, world }: ScenarioContext): Promise<void> {
  await check('a status change rejects earlier signatures', ['STATUS-12'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('signed')
    const envelope = envelopeFor(world.http, agent, 'POST', '/posts', { payload: '{"content":"signed before"}' })
    const demand = carry('POST', '/posts', signedText(envelope, agent.privateKey))
    await set(world, agent, 'restricted')
    requireProblem(await world.http.send(demand), 'aui-signature-agent-inactive')
  })
  await check('the agent is notified by an event, and its profile has the status', ['STATUS-23', 'STATUS-24'], async () => {
    needsOperator(world)
    const agent = await world.newAgent('told')
    const { cursor } = await poll(world, agent)
    await set(world, agent, 'restricted')
    const { events, meta } = await poll(world, agent, cursor)
    deepEqual(
      events.map(({ type, data }) => [type, data.from, data.to, data.reason]),
      [['agent.status.changed', 'active', 'restricted', reason]],
    )
    equal(meta.status, 'restricted')
    equal(requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data.status, 'restricted')
  })
}
