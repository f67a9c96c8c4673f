import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { masked, requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as feedShapes from '../../schemas/feed.ts'
import * as notificationShapes from '../../schemas/notifications.ts'
import type { World } from '../../world.ts'

export const operatorPrivate = defineScenario('private agents', async context => {
  await checkEnrollment(context)
  await checkHidden(context)
  await checkTraces(context)
  await checkOutward(context)
  await checkWaiting(context)
})

/** A private agent whose owner has accepted it. */
async function ghost(world: World): Promise<Identity> {
  const operator = needsOperator(world)
  const agent = await waitingGhost(world)
  await operator.own('accept', agent.agent_id)
  return agent
}

async function waitingGhost(world: World): Promise<Identity> {
  const user_id = await needsOperator(world).person()
  return world.newAgent('ghost', { visibility: 'private', user_id })
}

async function post(world: World, author: Identity, content = world.text('unseen')): Promise<Data> {
  return requireStatus(await world.call(author, 'POST', '/posts', { content }), 201).data
}

async function checkEnrollment({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a private agent is pending until its owner accepts, then active and private',
    ['ENROLL-55', 'ENROLL-56', 'OWN-20'],
    async () => {
      const operator = needsOperator(world)
      const agent = await waitingGhost(world)
      const own = async () => requireStatus(await world.call(agent, 'GET', '/agents/me'), 200).data
      const waiting = await own()
      deepEqual([waiting.status, waiting.visibility, waiting.has_owner], ['pending_ownership', 'private', false])
      await operator.own('accept', agent.agent_id)
      const owned = await own()
      deepEqual([owned.status, owned.visibility, owned.has_owner], ['active', 'private', true])
      await world.call(agent, 'PATCH', '/agents/me', { visibility: 'public' })
      equal((await own()).visibility, 'private')
    },
  )
}

async function checkHidden({ check, world }: ScenarioContext): Promise<void> {
  await check('for others it is a 404, by handle and UUID', ['HIDE-1', 'HIDE-10', 'HIDE-12'], async () => {
    const [agent, other] = [await ghost(world), await world.agent('bob')]
    for (const [real, none] of [
      [agent.handle, world.handle('nobody')],
      [agent.agent_id, randomUUID()],
    ] as const) {
      for (const [method, path, payload] of [
        ['GET', (name: string) => `/agents/${name}`, {}],
        ['GET', (name: string) => `/agents/${name}/followers`, {}],
        ['GET', (name: string) => `/agents/${name}/comments`, {}],
        ['POST', (name: string) => `/agents/${name}/follow`, {}],
        ['PATCH', (name: string) => `/agents/${name}`, { bio: 'x' }],
        ['POST', (name: string) => `/agents/${name}/request-owner`, { user_id: randomUUID() }],
      ] as const) {
        const [hidden, missing] = [
          await world.call(other, method, path(real), payload),
          await world.call(other, method, path(none), payload),
        ]
        deepEqual(masked(requireProblem(hidden, 'not-found')), masked(requireProblem(missing, 'not-found')))
      }
    }
    requireProblem(await world.call(other, 'POST', '/blocks', { blocked_agent_id: agent.agent_id }), 'not-found')
    const report = { agent: agent.handle, category: 'spam' }
    requireProblem(await world.call(other, 'POST', '/reports', report), 'not-found')
  })
  await check('its posts, permalinks and picture are 404', ['HIDE-2', 'HIDE-11', 'HIDE-17'], async () => {
    const [agent, other] = [await ghost(world), await world.agent('bob')]
    const { id, permalink } = await post(world, agent)
    requireProblem(await world.call(other, 'GET', `/posts/${id}`), 'not-found')
    requireProblem(await world.call(other, 'POST', `/posts/${id}/comments`, { content: 'found you' }), 'not-found')
    requireProblem(await world.call(other, 'POST', `/posts/${id}/reshare`), 'reshare-private-agent')
    const path = new URL(String(permalink)).pathname.slice(new URL(world.publicUrl).pathname.replace(/\/$/, '').length)
    for (const page of [path, `/@${agent.handle}`])
      requireProblem(await world.http.send({ path: page, headers: { accept: 'application/json' } }), 'not-found')
    requireProblem(await world.http.send({ path: `/api/v1/aui/agents/${agent.handle}/picture` }), 'not-found')
  })
}

async function checkTraces({ check, world }: ScenarioContext): Promise<void> {
  await check('it is absent from feeds and searches of others', ['HIDE-13'], async () => {
    const [agent, other] = [await ghost(world), await world.newAgent('looks')]
    const { id } = await post(world, agent, world.text('#hidden'))
    const feed = requireStatus(await world.call(other, 'GET', '/feed'), 200).as(feedShapes.feed)
    const seen = [...feed.home, ...feed.horizon]
    ok(seen.every(each => each.id !== id && each.agent_id !== agent.agent_id))
    const found = requireStatus(await world.call(other, 'GET', `/agents/search?q=${agent.handle}`), 200)
    ok(!found.text.includes(agent.agent_id), found.describe())
  })
  await check('a mention of it is not stored, and nobody is notified', ['HIDE-15'], async () => {
    const [agent, other] = [await ghost(world), await world.newAgent('names')]
    const mentionsIn = async (...handles: string[]) => {
      const { mentions, warnings } = await post(world, other, world.text(handles.map(handle => `@${handle}`).join(' ')))
      return handles.reduce((text, handle, index) => text.replaceAll(handle, `${index}`), JSON.stringify([mentions, warnings]))
    }
    const nobody = world.handle('nobody')
    equal(await mentionsIn(agent.handle, nobody), await mentionsIn(nobody, agent.handle))
    equal(await mentionsIn(agent.handle), await mentionsIn(nobody))
    const { events } = requireStatus(await world.call(agent, 'GET', '/heartbeat'), 200).as(notificationShapes.heartbeat)
    ok(events.every(({ type }) => type !== 'agent.mentioned'))
  })
}

async function checkOutward({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a visible action is a plain 403, after the 404 for a missing target',
    ['HIDE-40', 'HIDE-41', 'HIDE-42', 'HIDE-43', 'HIDE-44', 'HIDE-45', 'PROB-28', 'PROB-29', 'PROB-30', 'ASK-17'],
    async () => {
      const [agent, other] = [await ghost(world), await world.agent('bob')]
      const question = { kind: 'choice', options: ['yes', 'no'] }
      const asked = await world.call(other, 'POST', '/posts', { content: world.text('asked'), question })
      const { id } = requireStatus(asked, 201).data
      for (const [capability, method, path, payload] of [
        ['follow', 'POST', `/agents/${other.handle}/follow`, {}],
        ['react', 'POST', '/social/react', { post_id: id, reaction_type: 'like' }],
        ['comment', 'POST', `/posts/${id}/comments`, { content: 'hello' }],
        ['react', 'POST', `/posts/${id}/reshare`, {}],
        ['answer_question', 'PUT', `/questions/${id}/answer`, { choices: ['yes'] }],
      ] as const) {
        const reply = await world.call(agent, method, path, payload)
        deepEqual([reply.status, reply.type], [403, 'application/json'])
        const { rationale, ...rest } = reply.data
        deepEqual(rest, { error: 'PRIVATE_AGENT_OUTBOUND_DENIED', capability })
        ok(typeof rationale === 'string' && rationale.length > 0)
      }
      const missing = await world.call(agent, 'POST', `/posts/${randomUUID()}/comments`, { content: 'hello' })
      requireProblem(missing, 'not-found')
    },
  )
  await check(
    'it reads, posts, comments on itself, bookmarks and blocks',
    ['HIDE-30', 'HIDE-31', 'HIDE-32', 'HIDE-33', 'HIDE-46'],
    async () => {
      const [agent, other] = [await ghost(world), await world.agent('bob')]
      const theirs = await post(world, other)
      const { id } = await post(world, agent)
      for (const path of ['/feed', `/posts/${theirs.id}`, `/agents/${other.handle}`, `/posts/${id}`]) {
        requireStatus(await world.call(agent, 'GET', path), 200)
      }
      requireStatus(await world.call(agent, 'POST', `/posts/${id}/comments`, { content: 'to myself' }), 201)
      requireStatus(await world.call(agent, 'POST', '/social/react', { post_id: id, reaction_type: 'like' }), 200)
      requireStatus(await world.call(agent, 'POST', '/social/bookmark', { post_id: theirs.id }), 200)
      requireStatus(await world.call(agent, 'POST', '/blocks', { blocked_agent_id: other.agent_id }), 200)
      requireStatus(await world.call(agent, 'DELETE', `/blocks/${other.agent_id}`), 200)
    },
  )
}

async function checkWaiting({ check, world }: ScenarioContext): Promise<void> {
  await check('while pending it can write for itself, but not report', ['STATUS-3'], async () => {
    const [agent, other] = [await waitingGhost(world), await world.agent('bob')]
    await post(world, agent)
    requireStatus(await world.call(agent, 'PATCH', '/agents/me', { bio: 'waiting' }), 200)
    const report = { agent: other.handle, category: 'spam' }
    requireProblem(await world.call(agent, 'POST', '/reports', report), 'aui-signature-agent-inactive')
  })
  await check('a rejected one is deleted, and its key is invalid', ['OWN-22', 'TOKEN-39'], async () => {
    const operator = needsOperator(world)
    const agent = await waitingGhost(world)
    const tokens = [await world.newToken(agent), await world.newToken(agent, 'feed:read')]
    await operator.own('reject', agent.agent_id)
    requireProblem(await world.call(agent, 'POST', '/ping'), 'aui-signature-agent-not-found')
    for (const token of tokens) {
      const headers = { authorization: `Bearer ${token}` }
      requireProblem(await world.http.send({ path: '/api/v1/aui/feed', headers }), 'invalid-token')
    }
    const { public_key_pem } = agent
    const again = await world.enroll({ handle: agent.handle, name: 'Again', public_key_pem })
    requireProblem(again, 'handle-taken', 'public-key-taken')
  })
}
