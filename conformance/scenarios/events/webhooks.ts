import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { requireInvalid, requireProblem, requireStatus } from '../../assertions/problems.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import * as shapes from '../../schemas/webhooks.ts'
import { addHook, hooksOf, openHook } from '../../steps/webhook-steps.ts'
import { needsReceivers } from '../../stubs/receiver.ts'

const loud = ['comment.reaction.created', 'post.reaction.created', 'space.post.created']

/** By the violated rule. */
const refusedUrls: Record<string, string[]> = {
  scheme: ['http://example.com/', 'https:example.com', 'ftp://example.com/', 'x', 'http://127.0.0.1/'],
  address: ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://169.254.169.254/latest/'],
  userinfo: ['https://me@example.com/', 'https://me:word@receiver.internal/'],
  port: ['https://example.com:22/', 'https://no-such-name.example.com:22/'],
  fragment: ['https://example.com/#x', 'https://receiver.internal/#'],
  characters: ['https://example.com/a b', 'https://example.com\\x'],
  form: ['https://', 'https://example.com:99999/'],
  host: ['https://localhost/', 'https://receiver.internal/', 'https://example', 'https://no-such-name.invalid/'],
}

export const webhooks = defineScenario('webhooks', async context => {
  await checkUrls(context)
  await checkRegistering(context)
  await checkSecret(context)
  await checkChanging(context)
  await checkOthers(context)
})

async function checkUrls({ check, world }: ScenarioContext): Promise<void> {
  const agent = await world.agent('hookless')
  await check('an internal or invalid URL is rejected, with the violated rule', ['WEBHOOK-7', 'WEBHOOK-19', 'WEBHOOK-29'], async () => {
    for (const [rule, urls] of Object.entries(refusedUrls)) {
      const words = new Set<unknown>()
      for (const url of urls) {
        const refusal = requireProblem(await world.call(agent, 'POST', '/webhooks', { url }), 'webhook-url-refused')
        equal(refusal.rule, rule, url)
        words.add(refusal.detail)
      }
      equal(words.size, 1, rule)
    }
    deepEqual(await hooksOf(world, agent), [])
  })
  await check('an unknown type, no type and no URL are 422', ['WEBHOOK-16'], async () => {
    const url = 'https://hooks.example.com/'
    for (const events of [['nothing.happened'], []]) {
      const reply = await world.call(agent, 'POST', '/webhooks', { url, events })
      requireInvalid(reply, events.length > 0 ? '/events/0' : '/events')
    }
    requireInvalid(await world.call(agent, 'POST', '/webhooks', {}), '/url')
  })
  await check('webhook routes accept no bearer token', ['WEBHOOK-17'], async () => {
    const token = await world.token(agent)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const paths = ['/webhooks', `/webhooks/${randomUUID()}`, `/webhooks/${randomUUID()}/deliveries`]
    for (const path of paths) {
      const reply = await world.http.send({ method: 'GET', path: `/api/v1/aui${path}`, headers })
      ok([401, 403, 405].includes(reply.status), reply.describe())
    }
    const body = JSON.stringify({ url: 'https://hooks.example.com/' })
    const reply = await world.http.send({ method: 'POST', path: '/api/v1/aui/webhooks', headers, body })
    ok([401, 403].includes(reply.status), reply.describe())
  })
}

async function checkRegistering({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'a webhook has all its members, and its secret is shown once',
    [
      'WEBHOOK-1',
      'WEBHOOK-2',
      'WEBHOOK-3',
      'WEBHOOK-4',
      'WEBHOOK-5',
      'WEBHOOK-6',
      'WEBHOOK-9',
      'WEBHOOK-10',
      'WEBHOOK-11',
      'WEBHOOK-15',
      'WEBHOOK-20',
    ],
    async () => {
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
    },
  )
}

async function checkSecret({ check, world }: ScenarioContext): Promise<void> {
  await check('a repeat shows the secret of its call until it is replaced', ['WEBHOOK-6', 'WEBHOOK-18'], async () => {
    const receivers = needsReceivers(world)
    const agent = await world.newAgent('hooked')
    const { url } = await receivers.open()
    const register = async () => requireStatus(await world.call(agent, 'POST', '/webhooks', { url, idempotency_key: 'made' }), 201).data
    const { id, secret } = await register()
    equal((await register()).secret, secret)
    const rotate = async (key?: string) => {
      const payload = { rotate_secret: true, ...(key && { idempotency_key: key }) }
      return requireStatus(await world.call(agent, 'PUT', `/webhooks/${id}`, payload), 200).data.secret
    }
    const second = await rotate('replaced')
    match(String(second), /^whsec_/)
    deepEqual([await rotate('replaced'), (await register()).secret], [second, null])
    match(String(await rotate()), /^whsec_/)
    deepEqual([await rotate('replaced'), (await register()).secret], [null, null])
  })
  await check('of six concurrent registrations three are active', ['WEBHOOK-8'], async () => {
    const receivers = needsReceivers(world)
    const agent = await world.newAgent('hooked')
    const { url } = await receivers.open()
    const replies = await Promise.all(Array.from({ length: 6 }, () => world.call(agent, 'POST', '/webhooks', { url })))
    equal(replies.filter(({ status }) => status === 201).length, 3)
    for (const reply of replies) if (reply.status !== 201) requireProblem(reply, 'webhook-limit')
  })
}

async function checkChanging({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'present members change; a fourth active webhook is rejected',
    ['WEBHOOK-21', 'WEBHOOK-22', 'WEBHOOK-23', 'WEBHOOK-24', 'WEBHOOK-28'],
    async () => {
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
    },
  )
}

async function checkOthers({ check, world }: ScenarioContext): Promise<void> {
  await check('a webhook of another agent, and a deleted one, are 404', ['WEBHOOK-25', 'WEBHOOK-26'], async () => {
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
