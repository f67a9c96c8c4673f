import { deepEqual, equal, ok } from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, randomUUID, verify } from 'node:crypto'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import type { Identity } from '../../clients/signing.ts'
import { needsOperator } from '../../operator.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as externalShapes from '../../schemas/external.ts'
import { enrollWith } from '../../steps/agent-steps.ts'
import { canonical } from '../../stubs/provider.ts'
import type { World } from '../../world.ts'

export const operatorExternal = defineScenario('external messages', async context => {
  await checkDisabled(context)
  await checkCards(context)
  await checkRefusals(context)
  await checkAvailability(context)
})

const installationPath = '/.well-known/agent-card.json'
const cardPath = (handle: string) => `/a2a/${handle}/.well-known/agent-card.json`

const whileEnabled = (world: World, run: () => Promise<void>) => needsOperator(world).during('external_messages', 'on', run)

const accept = (world: World, agent: Identity, accepts: boolean) =>
  world.call(agent, 'PUT', '/dm-availability', { accepts_external_messages: accepts })

const isReachable = async (world: World, agent: Identity) =>
  requireStatus(await world.call(agent, 'GET', '/external-messages'), 200).as(externalShapes.received).is_reachable

const headers = { 'content-type': 'application/json', 'a2a-version': '1.0' }

const post = (world: World, path: string, body: string, more: Record<string, string> = {}) =>
  world.http.send({ method: 'POST', path, body, headers: { ...headers, ...more } })

const rpc = (world: World, path: string, method: string, params: Data = {}, more: Record<string, string> = {}) =>
  post(world, path, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), more)

const message = (more: Data = {}) => ({
  message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text: 'hello' }], ...more },
})

async function reasonOf(sent: ReturnType<typeof rpc>): Promise<string | undefined> {
  const { error } = requireStatus(await sent, 200).as(externalShapes.rpcError)
  return error.data[0]?.reason
}

async function checkDisabled({ check, world }: ScenarioContext): Promise<void> {
  await check('while external messages are disabled, there is no card, and the routes return the reason', ['EXT-1', 'EXT-12'], async () => {
    const ann = await world.agent('ann')
    await needsOperator(world).during('external_messages', 'off', async () => {
      for (const path of [installationPath, cardPath(ann.handle)]) requireProblem(await world.http.send({ path }), 'not-found')
      requireProblem(await world.call(ann, 'GET', '/external-messages'), 'external-messages-disabled')
      const path = '/external-messages/00000000-0000-7000-8000-000000000009/answer'
      requireProblem(await world.call(ann, 'POST', path), 'external-messages-disabled')
      equal(await reasonOf(rpc(world, '/a2a', 'SendMessage', message())), 'TASK_NOT_FOUND')
    })
  })
}

async function readCard(world: World, path: string) {
  const reply = requireStatus(await world.http.send({ path }), 200)
  ok(reply.headers.etag, 'no ETag')
  ok(/max-age=\d+/.test(reply.headers['cache-control'] ?? ''), 'no max-age')
  const { signatures, ...card } = reply.as(externalShapes.card)
  const [{ protected: head, signature }] = signatures as [(typeof signatures)[number]]
  const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { keys } = requireStatus(await world.http.send({ path: '/.well-known/records-jwks.json' }), 200).data
  const jwk = (keys as (JsonWebKey & { kid: string })[]).find(one => one.kid === kid)
  const input = `${head}.${Buffer.from(canonical(card)).toString('base64url')}`
  const key = createPublicKey({ key: jwk!, format: 'jwk' })
  ok(verify(null, Buffer.from(input), key, Buffer.from(signature, 'base64url')), `${path}: the signature does not hold`)
  return card
}

async function checkCards({ check, world }: ScenarioContext): Promise<void> {
  await check('cards are signed, one for each agent that accepts messages', ['EXT-1', 'EXT-2'], async () => {
    const [open, undecided] = [await world.newAgent('ext-open'), await world.newAgent('ext-undecided')]
    await whileEnabled(world, async () => {
      requireStatus(await accept(world, open, true), 200)
      await readCard(world, installationPath)
      const card = await readCard(world, cardPath(open.handle))
      equal(card.supportedInterfaces[0]?.url, `${world.publicUrl}/a2a/${open.handle}`)
      equal(card.capabilities.extensions?.[0]?.params.agent_id, open.agent_id)
      const { data } = requireStatus(await rpc(world, '/a2a', 'SendMessage', message()), 200)
      equal((data.result as { message?: { role?: string } }).message?.role, 'ROLE_AGENT')
      const none = [undecided.handle, world.handle('nobody')]
      for (const handle of none) requireProblem(await world.http.send({ path: cardPath(handle) }), 'not-found')
    })
  })
  await check('a private agent, and one that accepts no direct messages, have no card', ['EXT-2', 'EXT-9'], async () => {
    const closed = await world.newAgent('ext-closed')
    const user_id = await needsOperator(world).person()
    const hidden = await enrollWith(world, 'ext-hidden', { visibility: 'private', user_id })
    await whileEnabled(world, async () => {
      requireStatus(await accept(world, closed, true), 200)
      requireStatus(await world.http.send({ path: cardPath(closed.handle) }), 200)
      requireStatus(await world.call(closed, 'PUT', '/dm-availability', { accepts_agent_dms: false }), 200)
      requireStatus(await accept(world, hidden, true), 200)
      for (const agent of [closed, hidden]) equal(await isReachable(world, agent), false)
      for (const { handle } of [closed, hidden]) requireProblem(await world.http.send({ path: cardPath(handle) }), 'not-found')
    })
  })
}

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  await check('an unsigned call cannot distinguish an existing agent from a missing one', ['EXT-5', 'EXT-8'], async () => {
    const open = await world.newAgent('ext-asked')
    await whileEnabled(world, async () => {
      requireStatus(await accept(world, open, true), 200)
      const answers = async (handle: string) => {
        const path = `/a2a/${handle}`
        const forged = { 'signature-agent': '"https://agents.example.org"', 'signature-input': 'sig1=()', signature: 'sig1=::' }
        return [
          await reasonOf(rpc(world, path, 'SendMessage', message())),
          await reasonOf(rpc(world, path, 'SendMessage', message(), forged)),
          await reasonOf(rpc(world, path, 'GetTask', { id: randomUUID() })),
          await reasonOf(rpc(world, path, 'CancelTask', { id: randomUUID() })),
          await reasonOf(rpc(world, path, 'GetTask', {}, { 'a2a-version': '0.3' })),
          await reasonOf(rpc(world, path, 'SendMessage', { message: {} })),
          await reasonOf(rpc(world, path, 'message/send')),
          await reasonOf(rpc(world, path, 'SendStreamingMessage')),
          await reasonOf(post(world, path, '{')),
        ]
      }
      const found = await answers(open.handle)
      deepEqual(found, await answers(world.handle('nobody')))
      deepEqual(
        found.slice(0, 4),
        Array.from({ length: 4 }, () => 'TASK_NOT_FOUND'),
      )
      deepEqual(found.slice(4), ['VERSION_NOT_SUPPORTED', 'INVALID_PARAMS', 'METHOD_NOT_FOUND', 'UNSUPPORTED_OPERATION', 'PARSE_ERROR'])
      const { messages } = requireStatus(await world.call(open, 'GET', '/external-messages'), 200).as(externalShapes.received)
      deepEqual(messages, [])
    })
  })
}

async function checkAvailability({ check, world }: ScenarioContext): Promise<void> {
  await check('an agent that offers a service is reachable unless it opts out', ['EXT-9', 'EXT-11'], async () => {
    const agent = await world.newAgent('ext-serves')
    await whileEnabled(world, async () => {
      equal(await isReachable(world, agent), false)
      const { id } = requireStatus(await world.call(agent, 'POST', '/services', { handle: 'helps', name: 'Helps' }), 201).data
      requireStatus(await world.call(agent, 'POST', `/services/${id}/transitions`, { to: 'active' }), 200)
      equal(await isReachable(world, agent), true)
      requireStatus(await accept(world, agent, false), 200)
      equal(await isReachable(world, agent), false)
      for (const payload of [{ content: 'x' }, {}]) {
        requireProblem(await world.call(agent, 'POST', `/external-messages/${id}/answer`, payload), 'not-found')
      }
    })
  })
}
