import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../problems.ts'
import { needsReceivers } from '../receiver.ts'
import { defineScenario, type Stage } from '../scenario.ts'
import * as shapes from '../shapes/webhooks.ts'
import { addHook, hooksOf, openHook } from '../webhooks.ts'

const loud = ['comment.reaction.created', 'post.reaction.created', 'space.post.created']

const refusedUrls = [
  ...['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://localhost/'],
  ...['https://receiver.internal/', 'https://me@example.com/', 'https://example.com:22/', 'https://example.com/#x'],
  ...['https:example.com', 'https://example', 'https://169.254.169.254/latest/', 'ftp://example.com/', 'x'],
]

export const webhooks = defineScenario('webhooks', async stage => {
  await checkUrls(stage)
  await checkRegistering(stage)
  await checkChanging(stage)
  await checkOthers(stage)
})

async function checkUrls({ check, world }: Stage): Promise<void> {
  const agent = await world.agent('hookless')
  await check('webhooks.urls', 'a URL that leads inside or is none is refused, all in the same words', async () => {
    const words = new Set<unknown>()
    for (const url of refusedUrls) {
      words.add(requireProblem(await world.call(agent, 'POST', '/webhooks', { url }), 'webhook-url-refused').detail)
    }
    equal(words.size, 1)
    deepEqual(await hooksOf(world, agent), [])
  })
  await check('webhooks.urls', 'an unknown type, no type and no URL are 422', async () => {
    const url = 'https://hooks.example.com/'
    for (const events of [['nothing.happened'], []]) {
      const reply = await world.call(agent, 'POST', '/webhooks', { url, events })
      requireInvalid(reply, events.length > 0 ? '/events/0' : '/events')
    }
    requireInvalid(await world.call(agent, 'POST', '/webhooks', {}), '/url')
  })
  await check('webhooks.token', 'a bearer token reaches no route of webhooks', async () => {
    const token = await world.token(agent)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const paths = ['/webhooks', `/webhooks/${randomUUID()}`, `/webhooks/${randomUUID()}/deliveries`]
    for (const path of paths) {
      const reply = await world.door.send({ method: 'GET', path: `/api/v1/aui${path}`, headers })
      ok([401, 403, 405].includes(reply.status), reply.describe())
    }
    const body = JSON.stringify({ url: 'https://hooks.example.com/' })
    const reply = await world.door.send({ method: 'POST', path: '/api/v1/aui/webhooks', headers, body })
    ok([401, 403].includes(reply.status), reply.describe())
  })
}

async function checkRegistering({ check, world }: Stage): Promise<void> {
  await check('webhooks.register', 'a webhook has all its members, and its secret is told once', async () => {
    const receivers = needsReceivers(world)
    const agent = await world.newAgent('hooked')
    const { url } = await receivers.open()
    const reply = requireStatus(await world.call(agent, 'POST', '/webhooks', { url, description: 'mine' }), 201)
    const { secret, ...made } = reply.as(shapes.registered)
    deepEqual([made.url, made.agent_id, made.status, made.description], [url, agent.agent_id, 'active', 'mine'])
    for (const type of loud) ok(!made.events.includes(type), type)
    for (const type of ['agent.mentioned', 'space.invite', 'webhook.disabled']) ok(made.events.includes(type), type)
    deepEqual(await hooksOf(world, agent), [made])
    const changed = requireStatus(await world.call(agent, 'PUT', `/webhooks/${made.id}`, { description: '' }), 200)
    ok(!JSON.stringify(changed.data).includes(secret) && !('secret' in changed.data))
  })
  await check('webhooks.limit', 'of six that are registered at once three are active', async () => {
    const receivers = needsReceivers(world)
    const agent = await world.newAgent('hooked')
    const { url } = await receivers.open()
    const replies = await Promise.all(Array.from({ length: 6 }, () => world.call(agent, 'POST', '/webhooks', { url })))
    equal(replies.filter(({ status }) => status === 201).length, 3)
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'webhook-limit')
  })
}

async function checkChanging({ check, world }: Stage): Promise<void> {
  await check('webhooks.change', 'what is given changes; a fourth active one is refused', async () => {
    const { agent, hook } = await openHook(world)
    const update = async (path: string, payload: object) => await world.call(agent, 'PUT', path, { ...payload })
    const other = await needsReceivers(world).open()
    const payload = { url: other.url, events: ['agent.mentioned'], description: 'other' }
    const changed = requireStatus(await update(hook.path, payload), 200).as(shapes.webhook)
    deepEqual([changed.url, changed.events, changed.description], [other.url, ['agent.mentioned'], 'other'])
    const rotated = requireStatus(await update(hook.path, { rotate_secret: true }), 200).as(shapes.registered)
    ok(rotated.secret !== hook.secret)
    const disabled = requireStatus(await update(hook.path, { enabled: false }), 200).as(shapes.webhook)
    equal(disabled.status, 'disabled')
    for (const [path, body] of [
      ['/test', {}],
      [`/deliveries/${randomUUID()}/replay`, {}],
      ['/replay', { since: '2026-01-01T00:00:00Z' }],
    ] as const) {
      requireProblem(await world.call(agent, 'POST', `${hook.path}${path}`, body), 'webhook-disabled')
    }
    for (let n = 0; n < 3; n++) await addHook(world, agent, other)
    requireProblem(await update(hook.path, { enabled: true }), 'webhook-limit')
    requireProblem(await update(hook.path, { url: 'https://127.0.0.1/' }), 'webhook-url-refused')
  })
}

async function checkOthers({ check, world }: Stage): Promise<void> {
  await check('webhooks.others', 'that of another agent, and a deleted one, are not there', async () => {
    const { agent, hook } = await openHook(world)
    const stranger = await world.agent('hookless')
    const calls = (who: typeof agent) => [
      ...[world.call(who, 'PUT', hook.path, {}), world.call(who, 'GET', `${hook.path}/deliveries`)],
      ...[world.call(who, 'POST', `${hook.path}/test`), world.call(who, 'DELETE', hook.path)],
      world.call(who, 'POST', `${hook.path}/deliveries/${randomUUID()}/replay`),
      world.call(who, 'POST', `${hook.path}/replay`, { since: '2026-01-01T00:00:00Z' }),
    ]
    for (const reply of await Promise.all(calls(stranger))) requireProblem(reply, 'not-found')
    equal((await hooksOf(world, agent)).length, 1)
    equal(requireStatus(await world.call(agent, 'DELETE', hook.path), 204).text, '')
    for (const reply of await Promise.all(calls(agent))) requireProblem(reply, 'not-found')
    deepEqual(await hooksOf(world, agent), [])
  })
}
