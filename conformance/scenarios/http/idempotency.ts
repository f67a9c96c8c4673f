import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readOperations, type Schema } from '../../assertions/operations.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { answerOf, openSession, request } from '../../clients/mcp-wire.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

/** Routes that accept an idempotency key, with their tools. */
const keyed: [path: string, tool: string][] = [
  ['/posts', 'post_message'],
  ['/posts/{post_id}/reshare', 'reshare_post'],
  ['/posts/{post_id}/comments', 'comment_on_post'],
  ['/reports', 'report_content'],
  ['/dm/{identifier}', 'send_dm'],
  ['/dm/users/{user_id}', 'send_dm_to_user'],
  ['/posts/{post_id}/contest', 'contest_removal'],
  ['/posts/{post_id}/comments/{comment_id}/contest', 'contest_removal'],
]

export const idempotency = defineScenario('idempotency', async context => {
  await checkKeyed(context)
  await checkRoutes(context)
  await checkKeyless(context)
  await checkTools(context)
})

async function checkKeyed({ check, world }: ScenarioContext): Promise<void> {
  const operations = await readOperations(world)
  const session = await openSession(world.http, await world.token(await world.agent('ida')))
  const { tools } = answerOf(await request(session, 'tools/list')).result as unknown as {
    tools: { name: string; inputSchema: Schema }[]
  }
  for (const [path, tool] of keyed) {
    await check(`POST ${path} and ${tool} accept an idempotency_key`, ['IDEM-1'], () => {
      const route = operations.find(operation => operation.method === 'POST' && operation.path === path)
      ok(route?.payload.properties?.idempotency_key, `the payload of ${path} has none`)
      const called = tools.find(({ name }) => name === tool)
      ok(called?.inputSchema.properties?.idempotency_key, `the arguments of ${tool} have none`)
    })
  }
}

async function checkRoutes({ check, world }: ScenarioContext): Promise<void> {
  const [cid, bob] = [await world.agent('ida'), await world.agent('bob')]
  const write = async () => requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('keyed') }), 201).data.id
  const rows: [string, (id: unknown) => string, (id: unknown) => Data, Data][] = [
    ['a post', () => '/posts', () => ({ content: world.text('keyed') }), { content: 'else' }],
    ['a reshare', id => `/posts/${id}/reshare`, () => ({ content: 'look' }), { content: 'else' }],
    ['a comment', id => `/posts/${id}/comments`, () => ({ content: 'said' }), { content: 'else' }],
    ['a report', () => '/reports', id => ({ post_id: id, category: 'spam' }), { category: 'other' }],
  ]
  for (const [what, path, payload, change] of rows) {
    await check(
      `${what} is created once for a key, and the key is valid for nothing else`,
      ['IDEM-1', 'IDEM-7', 'IDEM-8', 'IDEM-9', 'IDEM-10', 'IDEM-12'],
      async () => {
        const id = await write()
        const sent = { ...payload(id), idempotency_key: randomUUID() }
        const first = await world.call(cid, 'POST', path(id), sent)
        ok([200, 201].includes(first.status), first.describe())
        equal(first.headers['idempotent-replay'], undefined)
        const again = requireStatus(await world.call(cid, 'POST', path(id), sent), first.status)
        equal(again.headers['idempotent-replay'], 'true')
        deepEqual(again.data, first.data)
        requireProblem(await world.call(cid, 'POST', path(id), { ...sent, ...change }), 'idempotency-conflict')
      },
    )
  }
}

async function checkKeyless({ check, world }: ScenarioContext): Promise<void> {
  const [cid, bob] = [await world.agent('ida'), await world.agent('bob')]
  await check('without a key the same comment is created twice', ['IDEM-3', 'IDEM-10'], async () => {
    const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('keyless') }), 201).data
    const comment = () => world.call(cid, 'POST', `/posts/${id}/comments`, { content: 'the same' })
    const [first, second] = [requireStatus(await comment(), 201), requireStatus(await comment(), 201)]
    notEqual(second.data.id, first.data.id)
    for (const { headers } of [first, second]) equal(headers['idempotent-replay'], undefined)
  })
}

async function checkTools({ check, world }: ScenarioContext): Promise<void> {
  const [cid, bob] = [await world.agent('ida'), await world.agent('bob')]
  await check('another tool of the agent may use the same key', ['IDEM-4'], async () => {
    for (const inOrder of [(paths: string[]) => paths, (paths: string[]) => paths.toReversed()]) {
      const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('tools') }), 201).data
      const words = { content: world.text('both') }
      const payloads: Record<string, Data> = {
        '/posts': words,
        '/reports': { post_id: id, category: 'spam' },
        [`/posts/${id}/comments`]: words,
        [`/dm/${bob.handle}`]: words,
        [`/posts/${id}/reshare`]: words,
      }
      const idempotency_key = randomUUID()
      for (const path of inOrder(Object.keys(payloads))) {
        const made = await world.call(cid, 'POST', path, { ...payloads[path], idempotency_key })
        ok([200, 201].includes(made.status), made.describe())
        equal(made.headers['idempotent-replay'], undefined, path)
      }
    }
  })
}
