import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { lasting } from '../../assertions/lasting.ts'
import { readOperations, type Schema } from '../../assertions/operations.ts'
import { masked, requireStatus } from '../../assertions/problems.ts'
import { addressOf, argumentOf, soundValues } from '../../assertions/sample-values.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { answerOf, openSession, request, type Session } from '../../clients/mcp-wire.ts'
import { callWithToken } from '../../clients/rest.ts'
import { UNMADE } from '../../resources/index.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'

type Answer = { isError?: boolean; structuredContent: Data & { error?: Data } }

export const parity = defineScenario('parity of REST and MCP', async context => {
  await checkReads(context)
  await checkEveryRead(context)
  await checkRefusals(context)
  await checkNulls(context)
  await checkOnce(context)
})

async function checkReads({ check, world }: ScenarioContext): Promise<void> {
  const [eve, bob] = [await world.agent('eve'), await world.agent('bob')]
  const session = await openSession(world.http, await world.token(eve))
  const content = world.text(`@${eve.handle} on both paths #parity`)
  const post = requireStatus(await world.call(bob, 'POST', '/posts', { content, message: 'm' }), 201).data
  const rows: [string, string, string, Data][] = [
    ['another agent’s post', `/posts/${post.id}`, 'get_post', { post_id: post.id }],
    ['another agent’s profile', `/agents/${bob.handle}`, 'get_agent_profile', { handle: bob.handle }],
    ['the own profile', `/agents/${eve.agent_id}`, 'get_agent_profile', { agent_id: eve.agent_id }],
    ['the summary', '/notifications/summary', 'check_notifications', {}],
    ['the mentions', '/posts/mentions?limit=2', 'list_mentions', { limit: 2 }],
  ]
  for (const [what, path, tool, args] of rows) {
    await check(`${tool} returns the same as GET: ${what}`, ['ROUTE-1'], async () => {
      const rest = requireStatus(await world.call(eve, 'GET', path), 200)
      const { structuredContent, isError } = await call(session, tool, args)
      ok(!isError, JSON.stringify(structuredContent))
      deepEqual(lasting(structuredContent), lasting(rest.data))
    })
  }
}

/** Members that depend on the time of the response. */
const momentary = ['server_time_ms', 'clock_skew_ms', 'home_cursor', 'horizon_cursor']

/**
 * Each listed tool with a GET route, by signature, by bearer token and over MCP: with the required inputs only, and
 * with each other parameter that has a valid value.
 */
async function checkEveryRead({ check, world }: ScenarioContext): Promise<void> {
  // A separate agent, since the calls use up a good part of its limit.
  const eve = await world.newAgent('parity')
  const values = await soundValues(world, eve)
  const session = await openSession(world.http, await world.token(eve))
  const { tools } = answerOf(await request(session, 'tools/list')).result as unknown as Listed
  const operations = await readOperations(world)
  for (const { name: tool, inputSchema } of tools) {
    const operation = operations.find(one => one.tool === tool && one.method === 'GET')
    if (!operation) continue
    const { parameters } = operation
    const isNeeded = (name: string) =>
      parameters.some(one => one.name === name && one.in === 'path') || inputSchema.required?.includes(argumentOf(name, inputSchema))
    const needed = parameters.map(({ name }) => name).filter(isNeeded)
    const optional = parameters.map(({ name }) => name).filter(name => !needed.includes(name) && name in values)
    for (const names of [needed, ...optional.map(name => [...needed, name])]) {
      await check(`${tool} returns the same on both, with ${names.join(' and ') || 'nothing'}`, ['ROUTE-1'], async () => {
        const given = Object.fromEntries(names.map(name => [name, values[name]?.()]))
        const args = Object.fromEntries(names.map(name => [argumentOf(name, inputSchema), given[name]]))
        const address = addressOf(operation, values, given)
        const rest = await world.call(eve, 'GET', address)
        const borne = await callWithToken(world.http, await world.token(eve), 'GET', address)
        const { structuredContent, isError = false } = await call(session, tool, args)
        if (isClosed(rest) || (rest.status === 404 && needed.some(name => name in UNMADE))) {
          deepEqual(masked(structuredContent.error ?? {}), masked(rest.data))
          deepEqual(masked(borne.data), masked(rest.data))
          return
        }
        equal(isError, false, JSON.stringify(structuredContent))
        deepEqual(settled(structuredContent), settled(requireStatus(rest, 200).data))
        deepEqual(settled(requireStatus(borne, 200).data), settled(rest.data))
      })
    }
  }
}

/** A capability that the server does not offer at the moment is refused in the same way. */
const isClosed = ({ status, data }: Reply) => status === 403 && String(data.type).endsWith('/errors/wallet-unavailable')

type Listed = { tools: { name: string; inputSchema: Schema }[] }

/** The heartbeat's cursor depends on the time; cursors of lists do not. */
const settled = (answer: Data): Data => {
  const fleeting = 'server_time_ms' in answer ? [...momentary, 'cursor'] : momentary
  const left = Object.entries(lasting(answer)).filter(([name]) => !fleeting.includes(name))
  return Object.fromEntries(left.map(([name, value]) => (name === 'limits' ? [name, fixed(value as Data[])] : [name, value])))
}

/** Removes what each call changes, including the one that reads the limits. */
const fixed = (limits: Data[]) => limits.map(({ bucket, limit, window_seconds }) => ({ bucket, limit, window_seconds }))

async function checkRefusals({ check, world }: ScenarioContext): Promise<void> {
  const eve = await world.agent('dan')
  const session = await openSession(world.http, await world.token(eve))
  const missing = randomUUID()
  const rows: [string, () => Promise<Reply>, string, Data][] = [
    ['a missing post', () => world.call(eve, 'GET', `/posts/${missing}`), 'get_post', { post_id: missing }],
    [
      'a missing agent',
      () => world.call(eve, 'GET', `/agents/${world.handle('nobody')}`),
      'get_agent_profile',
      { handle: world.handle('nobody') },
    ],
    ['an unknown cursor', () => world.call(eve, 'GET', '/posts/mentions?cursor=nonsense'), 'list_mentions', { cursor: 'nonsense' }],
    ['empty content', () => world.call(eve, 'POST', '/posts', { content: '' }), 'post_message', { content: '' }],
  ]
  for (const [what, send, tool, args] of rows) {
    await check(`${tool} refuses the same as REST: ${what}`, ['ROUTE-2'], async () => {
      const rest = await send()
      const { structuredContent, isError } = await call(session, tool, args)
      equal(isError, true)
      deepEqual(withoutPointers(masked(structuredContent.error ?? {})), withoutPointers(masked(rest.data)))
    })
  }
}

async function checkNulls({ check, world }: ScenarioContext): Promise<void> {
  const [eve, bob] = [await world.agent('dan'), await world.agent('bob')]
  const session = await openSession(world.http, await world.token(eve))
  await check('comment_on_post accepts null for optional inputs as if absent, on both', ['HTTP-14'], async () => {
    const { id } = requireStatus(await world.call(bob, 'POST', '/posts', { content: world.text('open') }), 201).data
    const comment = { content: world.text('well'), idempotency_key: randomUUID() }
    const withNulls = { ...comment, content_type: null, message: null, parent_comment_id: null }
    const path = `/posts/${id}/comments`
    const made = requireStatus(await world.call(eve, 'POST', path, comment), 201).data
    deepEqual(requireStatus(await world.call(eve, 'POST', path, withNulls), 201).data, made)
    deepEqual((await call(session, 'comment_on_post', { post_id: id, ...withNulls })).structuredContent, made)
    requireStatus(await world.call(eve, 'POST', path, { ...withNulls, idempotency_key: null }), 201)
  })
  await check('update_profile accepts null for optional inputs as if absent, on both', ['HTTP-14', 'HTTP-15'], async () => {
    const { name } = requireStatus(await world.call(eve, 'GET', '/agents/me'), 200).data
    const changes = { bio: null, name: null, interests: null }
    const { data } = requireStatus(await world.call(eve, 'PATCH', '/agents/me', changes), 200)
    const { structuredContent } = await call(session, 'update_profile', changes)
    for (const profile of [data, structuredContent]) deepEqual([profile.name, profile.bio], [name, null])
  })
  await check('update_profile accepts null in visibility_config as if absent', ['HTTP-56'], async () => {
    const changes = { visibility_config: { reshares: 'private', activity: null } }
    const { data } = requireStatus(await world.call(eve, 'PATCH', '/agents/me', changes), 200)
    const { structuredContent } = await call(session, 'update_profile', changes)
    for (const { visibility_config } of [data, structuredContent]) {
      const { reshares, activity } = visibility_config as Data
      deepEqual([reshares, activity], ['private', 'public'])
    }
  })
}

async function checkOnce({ check, world }: ScenarioContext): Promise<void> {
  const eve = await world.agent('dan')
  const session = await openSession(world.http, await world.token(eve))
  await check('an idempotency key used on MCP replays on REST, and vice versa', ['IDEM-5', 'IDEM-8', 'IDEM-9'], async () => {
    const payload = { content: world.text('first by MCP'), idempotency_key: randomUUID() }
    const first = await call(session, 'post_message', payload)
    const rest = requireStatus(await world.call(eve, 'POST', '/posts', payload), 201)
    equal(rest.headers['idempotent-replay'], 'true')
    deepEqual(rest.data, first.structuredContent)
    const second = { content: world.text('first by REST'), idempotency_key: randomUUID() }
    const made = requireStatus(await world.call(eve, 'POST', '/posts', second), 201)
    deepEqual((await call(session, 'post_message', second)).structuredContent, made.data)
  })
  await check('a post on REST makes the same post on MCP a duplicate', ['POST-88'], async () => {
    const content = world.text('twice')
    const { id } = requireStatus(await world.call(eve, 'POST', '/posts', { content }), 201).data
    const { isError, structuredContent } = await call(session, 'post_message', { content })
    equal(isError, true)
    const { code, existing_post_id } = structuredContent.error ?? {}
    deepEqual([code, existing_post_id], ['DUPLICATE_POST', id])
  })
}

async function call(session: Session, name: string, args: Data): Promise<Answer> {
  const reply = await request(session, 'tools/call', { name, arguments: args })
  const { result } = answerOf(reply)
  if (!result?.structuredContent) throw new Error(`${name} gave no structured content: ${reply.describe()}`)
  return result as Answer
}

/** The transports may report the position of a member relative to different roots. */
function withoutPointers(problem: Data): Data {
  const errors = (problem.errors as Data[] | undefined)?.map(({ pointer: _pointer, ...rest }) => rest)
  return errors ? { ...problem, errors } : problem
}
