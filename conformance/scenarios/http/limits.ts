import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { clausesBy } from '../../clauses-of.ts'
import type { Data, Reply } from '../../clients/http.ts'
import { openSession, post, request } from '../../clients/mcp-wire.ts'
import { callOnce, callWithToken, prefix } from '../../clients/rest.ts'
import type { Identity } from '../../clients/signing.ts'
import { defineScenario, type ScenarioContext, skip } from '../../scenario.ts'
import type { World } from '../../world.ts'

const clausesOfHeaders = clausesBy({
  'a signed request': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a bearer request': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a post': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a refused input': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a missing thing': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a document': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a path without anything': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'a missing signature': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53'],
  'MCP without a token': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53', 'LIMIT-54'],
  'MCP with a bad token': ['LIMIT-48', 'LIMIT-49', 'LIMIT-53', 'LIMIT-54'],
  'a call over MCP': ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53', 'LIMIT-54'],
})

export const limits = defineScenario('rate limits', async context => {
  await checkHeaders(context)
  await checkOwnLimits(context)
  await checkActions(context)
  await checkRefused(context)
  await checkReplay(context)
  await checkAddress(context)
  await checkRequests(context)
})

function requireLimits({ isLimited }: World): void {
  if (!isLimited) skip('rate limits are off')
}

const times = (count: number, make: (n: number) => Promise<Reply>): Promise<Reply[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)))

const withStatus = (replies: Reply[], wanted: number) => replies.filter(({ status }) => status === wanted)

function requireRefusal(reply: Reply | undefined, bucket?: string): number {
  ok(reply, 'nothing was refused')
  const problem = requireProblem(reply, 'rate-limited')
  match(String(reply.headers['retry-after']), /^[1-9]\d*$/)
  const wait = Number(reply.headers['retry-after'])
  equal(problem.retry_after_seconds, wait)
  if (bucket !== undefined) equal(problem.bucket, bucket)
  return wait
}

const policy = /^"[a-z_-]+";q=\d+;w=\d+(, "[a-z_-]+";q=\d+;w=\d+)*$/
const standing = /^"[a-z_-]+";r=\d+;t=\d+(, "[a-z_-]+";r=\d+;t=\d+)*$/

function requireHeaders({ headers }: Reply, ...policies: string[]): void {
  match(String(headers['ratelimit-policy']), policy)
  match(String(headers.ratelimit), standing)
  for (const name of ['limit', 'remaining', 'reset']) match(String(headers[`x-ratelimit-${name}`]), /^\d+$/)
  for (const name of policies) {
    ok(String(headers['ratelimit-policy']).includes(`"${name}";`), `${name} in ${headers['ratelimit-policy']}`)
  }
}

async function checkHeaders({ check, world }: ScenarioContext): Promise<void> {
  const agent = world.isLimited ? await world.agent('limited') : undefined
  const { http } = world
  const token = agent ? await world.token(agent) : ''
  const unknown = { Authorization: `Bearer ${'x'.repeat(43)}` }
  const asked: [string, string[], number, (agent: Identity) => Promise<Reply>][] = [
    ['a signed request', ['requests'], 200, it => world.call(it, 'POST', '/ping')],
    ['a bearer request', ['requests'], 200, () => callWithToken(http, token, 'GET', '/agents/me')],
    ['a post', ['requests', 'posts'], 201, it => world.call(it, 'POST', '/posts', { content: world.text('counted') })],
    ['a refused input', ['requests', 'posts'], 422, it => world.call(it, 'POST', '/posts', { content: '' })],
    ['a missing thing', ['requests'], 404, it => world.call(it, 'GET', `/posts/${randomUUID()}`)],
    ['a document', ['anonymous'], 200, () => http.send({ path: `${prefix}/version` })],
    ['a path without anything', ['anonymous'], 404, () => http.send({ path: '/nothing' })],
    ['a missing signature', ['anonymous'], 401, () => http.send({ path: `${prefix}/agents/me` })],
    ['MCP without a token', ['anonymous'], 401, () => http.send({ method: 'POST', path: '/mcp', body: '{}' })],
    ['MCP with a bad token', [], 401, () => http.send({ method: 'POST', path: '/mcp', body: '{}', headers: unknown })],
  ]
  for (const [what, policies, status, ask] of asked) {
    await check(`${what} has the rate limit headers`, clausesOfHeaders(what), async () => {
      requireLimits(world)
      requireHeaders(requireStatus(await ask(agent as Identity), status), ...policies)
    })
  }
  await check('a call over MCP has the rate limit headers', ['LIMIT-48', 'LIMIT-49', 'LIMIT-52', 'LIMIT-53', 'LIMIT-54'], async () => {
    requireLimits(world)
    const session = await openSession(http, token)
    requireHeaders(await request(session, 'tools/list'), 'requests')
    const params = { name: 'get_limits', arguments: {} }
    requireHeaders(await post(http, token, { jsonrpc: '2.0', id: 4, method: 'tools/call', params }, session.headers))
  })
}

const own = z.looseObject({
  limits: z.array(
    z.looseObject({
      bucket: z.string(),
      limit: z.int().positive(),
      window_seconds: z.int().positive(),
      used: z.int().min(0),
      remaining: z.int().min(0),
      reset_seconds: z.int().min(0),
    }),
  ),
})

async function ownLimits(world: World, agent: Identity) {
  const reply = requireStatus(await callOnce(world.http, agent, 'GET', '/limits/me'), 200)
  return (bucket: string) => reply.as(own).limits.filter(limit => limit.bucket === bucket)
}

async function checkOwnLimits({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'GET /limits/me lists each limit of the caller with its remainder',
    ['LIMIT-1', 'LIMIT-8', 'LIMIT-56', 'LIMIT-57', 'LIMIT-58', 'LIMIT-59'],
    async () => {
      requireLimits(world)
      const agent = await world.agent('counter')
      requireStatus(await callOnce(world.http, agent, 'POST', '/posts', { content: world.text('counted') }), 201)
      const limitsOf = await ownLimits(world, agent)
      deepEqual(
        limitsOf('posts').map(({ limit, window_seconds, used }) => [limit, window_seconds, used]),
        [
          [60, 3_600, 1],
          [500, 86_400, 1],
        ],
      )
      const [requests] = limitsOf('requests')
      deepEqual([requests?.limit, requests?.used, requests?.remaining], [600, 2, 598])
      deepEqual(limitsOf('anonymous'), [], 'the limits of addresses are not the agent’s')
    },
  )
}

async function checkActions({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'of 25 concurrent first pages of the feed, 10 are returned',
    ['LIMIT-13', 'LIMIT-27', 'LIMIT-35', 'LIMIT-43', 'LIMIT-44', 'LIMIT-45', 'LIMIT-46', 'LIMIT-51', 'LIMIT-52'],
    async () => {
      requireLimits(world)
      const agent = await world.agent('avid')
      const replies = await times(25, () => callOnce(world.http, agent, 'GET', '/feed'))
      equal(withStatus(replies, 200).length, 10)
      requireRefusal(withStatus(replies, 429)[0], 'feed')
      for (const reply of replies) requireHeaders(reply, 'feed', 'feed-hour')
      const next = await callOnce(world.http, agent, 'GET', '/feed?home_cursor=no-cursor')
      requireProblem(next, 'invalid-cursor')
    },
  )
  await check(
    'of 80 concurrent searches, 60 are returned, and another agent can search',
    ['LIMIT-12', 'LIMIT-27', 'LIMIT-25'],
    async () => {
      requireLimits(world)
      const agent = await world.agent('seeker')
      const search = (by: Identity) => callOnce(world.http, by, 'GET', '/agents/search?q=somebody')
      const replies = await times(80, () => search(agent))
      equal(withStatus(replies, 200).length, 60)
      requireStatus(await search(await world.agent('bob')), 200)
    },
  )
}

async function checkRefused({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'rejected requests change nothing and do not lengthen the wait',
    ['LIMIT-11', 'LIMIT-27', 'LIMIT-43', 'LIMIT-44', 'LIMIT-45', 'LIMIT-46', 'LIMIT-36', 'LIMIT-37'],
    async () => {
      requireLimits(world)
      const agent = await world.agent('follower')
      const { handle } = await world.agent('bob')
      const follow = () => callOnce(world.http, agent, 'POST', `/agents/${handle}/follow`)
      const replies = await times(70, follow)
      equal(withStatus(replies, 200).length, 60)
      const wait = requireRefusal(withStatus(replies, 429)[0], 'follows')
      requireRefusal(await callOnce(world.http, agent, 'DELETE', `/agents/${handle}/follow`), 'follows')
      const following = await callOnce(world.http, agent, 'GET', '/agents/me/following')
      match(following.text, new RegExp(handle), 'a refused unfollow took nothing away')
      await times(20, follow)
      ok(requireRefusal(await follow(), 'follows') <= wait, 'the wait is no longer')
      const limitsOf = await ownLimits(world, agent)
      deepEqual(
        limitsOf('follows').map(({ used }) => used),
        [60, 60],
      )
    },
  )
  await check('an action without effect is not counted', ['LIMIT-32'], async () => {
    requireLimits(world)
    const agent = await world.agent('clumsy')
    const replies = await times(70, () => callOnce(world.http, agent, 'POST', '/agents/me/follow'))
    ok(replies.every(({ status }) => status === 422 || status === 429))
    const limitsOf = await ownLimits(world, agent)
    deepEqual(
      limitsOf('follows').map(({ used }) => used),
      [0, 0],
    )
  })
}

async function checkReplay({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'with no posts left, a replay is returned as before, and other posts are not',
    ['LIMIT-8', 'LIMIT-27', 'LIMIT-34', 'LIMIT-43', 'LIMIT-44', 'LIMIT-45', 'LIMIT-46', 'IDEM-7', 'IDEM-8', 'IDEM-12', 'IDEM-21'],
    async () => {
      requireLimits(world)
      const agent = await world.newAgent('prolific')
      const kept = { content: world.text('kept'), idempotency_key: randomUUID() }
      const publish = (payload: Data) => callOnce(world.http, agent, 'POST', '/posts', payload)
      const first = requireStatus(await publish(kept), 201)
      const replies = await times(75, n => publish({ content: world.text(`many ${n}`) }))
      equal(withStatus(replies, 201).length, 59)
      requireRefusal(withStatus(replies, 429)[0], 'posts')
      deepEqual(requireStatus(await publish(kept), 201).data, first.data)
      requireProblem(await publish({ ...kept, content: world.text('else') }), 'idempotency-conflict')
      requireRefusal(await publish({ ...kept, idempotency_key: randomUUID() }), 'posts')
      const { idempotency_key, content } = kept
      const byHeader = { 'Idempotency-Key': idempotency_key }
      const replay = await callWithToken(world.http, await world.token(agent), 'POST', '/posts', { content }, byHeader)
      deepEqual(requireStatus(replay, 201).data, first.data)
    },
  )
}

async function checkAddress({ check, world }: ScenarioContext): Promise<void> {
  await check(
    'of 150 concurrent requests without credentials, 120 succeed for one address',
    ['LIMIT-2', 'LIMIT-27', 'LIMIT-39', 'LIMIT-42', 'LIMIT-43', 'LIMIT-44', 'LIMIT-45', 'LIMIT-46', 'LIMIT-52'],
    async () => {
      requireLimits(world)
      const { http } = world.withNewAddress()
      if (!http.localAddress) skip('all requests of this run leave from one address')
      const replies = await times(150, () => http.sendOnce({ path: `${prefix}/version` }))
      equal(withStatus(replies, 200).length, 120)
      requireRefusal(withStatus(replies, 429)[0], 'anonymous')
      for (const reply of replies) requireHeaders(reply, 'anonymous')
      requireRefusal(await http.sendOnce({ path: `${prefix}/agents/me` }), 'anonymous')
      requireStatus(await http.sendOnce({ path: '/healthz' }), 200)
      http.close()
    },
  )
  await check(
    'of 40 concurrent availability checks, 30 succeed for one address',
    ['LIMIT-5', 'LIMIT-27', 'LIMIT-43', 'LIMIT-44', 'LIMIT-45', 'LIMIT-46'],
    async () => {
      requireLimits(world)
      const { http } = world.withNewAddress()
      if (!http.localAddress) skip('all requests of this run leave from one address')
      const ask = () => http.sendOnce({ path: `${prefix}/handles/somebody/availability` })
      const replies = await times(40, ask)
      equal(withStatus(replies, 200).length, 30)
      requireRefusal(withStatus(replies, 429)[0], 'handle_availability')
      http.close()
    },
  )
}

const allowed = 600
const asked = 640

async function checkRequests({ check, world }: ScenarioContext): Promise<void> {
  let replies: Reply[] = []
  await check('of 640 concurrent requests, 600 succeed', ['LIMIT-1', 'LIMIT-27'], async () => {
    requireLimits(world)
    const eager = await world.agent('eager')
    replies = await times(asked, () => callOnce(world.http, eager, 'POST', '/ping'))
    equal(withStatus(replies, 200).length, allowed)
    equal(withStatus(replies, 429).length, asked - allowed)
  })
  await check('a 429 has the time of the next attempt', ['LIMIT-43', 'LIMIT-44', 'LIMIT-45', 'LIMIT-46', 'PROB-22', 'PROB-23'], () => {
    requireLimits(world)
    requireRefusal(withStatus(replies, 429)[0], 'requests')
  })
}
