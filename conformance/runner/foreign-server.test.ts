import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { NoServer } from '../assertions/discovery.ts'
import { Reply } from '../clients/http.ts'
import { generateKeys } from '../clients/signing.ts'
import { defineScenario, type Outcome } from '../scenario.ts'
import { Skipped } from '../skip.ts'
import { openWorld, type World } from '../world.ts'
import { cleanUp, leftoversLine } from './cleanup.ts'
import { EnrollmentBudget } from './enrollment-budget.ts'
import { findMissing, leaveOut } from './offered-routes.ts'
import { runScenarios } from './run-scenarios.ts'

/** A server that is not ours, at its address. */
async function stranger(t: ExecutionContext, answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://localhost:${(server.address() as AddressInfo).port}`
}

const json = (response: http.ServerResponse, status: number, body: unknown): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/** One whose discovery is sound. */
const behindDiscovery =
  (answer: http.RequestListener): http.RequestListener =>
  (request, response) =>
    request.url?.endsWith('/discovery.json')
      ? json(response, 200, { base_url: 'http://here' })
      : answer(request, response)

const strangers: [string, http.RequestListener, RegExp][] = [
  ['a 404', (_, response) => json(response, 404, {}), /no server of the protocol: .*\/discovery\.json answers 404$/],
  [
    'a redirect',
    (_, response) => response.writeHead(301, { location: 'https://there' }).end(),
    /answers 301 and leads to https:\/\/there/,
  ],
  [
    'a page',
    (_, response) => response.setHeader('content-type', 'text/html').end('<p>'),
    /200 with text\/html, and no/,
  ],
  ['another object', (_, response) => json(response, 200, { name: 'else' }), /an object in which base_url: /],
  ['nothing', request => request.socket.destroy(), /no server answers at /],
]
for (const [what, answer, message] of strangers) {
  test(`a server that answers discovery with ${what} is said to be none`, async t => {
    await t.throwsAsync(openWorld(await stranger(t, answer)), { instanceOf: NoServer, message })
  })
}

const runTwo = async (world: World, run: Parameters<typeof defineScenario>[1], minutes = 1) => {
  const outcomes: Outcome[] = []
  const isThere = await runScenarios({
    ...{ world, minutes, stop: new AbortController().signal, refuse: () => undefined, begin: () => {} },
    chosen: [defineScenario('first', run), defineScenario('second', async () => {})],
    record: outcome => outcomes.push(outcome),
  })
  return {
    isThere,
    outcomes: outcomes.map(({ scenario, title, state, reason }) => ({ scenario, title, state, reason })),
  }
}

test('a run ends where the server does not answer any more', async t => {
  const world = await openWorld(
    await stranger(
      t,
      behindDiscovery(request => request.socket.destroy()),
    ),
  )
  const { isThere, outcomes } = await runTwo(world, async ({ check, world }) => {
    for (const title of ['1', '2', '3', '4']) {
      await check(title, [], async () => void (await world.http.send({ path: '/' })))
    }
  })
  t.false(isThere)
  t.is(outcomes.at(-1)?.title, 'the scenario itself')
  t.regex(outcomes.at(-1)?.reason ?? '', /\nthe server no longer responds$/)
  t.false(outcomes.some(({ title }) => title === '4'))
})

test('a run ends in time, and its loops send nothing any more', async t => {
  const endless = behindDiscovery((_, response) => json(response, 200, { next_cursor: 'more' }))
  const world = await openWorld(await stranger(t, endless))
  let end = () => {}
  const loopEnded = new Promise<void>(resolve => {
    end = resolve
  })
  const { isThere, outcomes } = await runTwo(
    world,
    async ({ world }) => {
      try {
        for (;;) await world.http.send({ path: '/' })
      } finally {
        end()
      }
    },
    0.005,
  )
  await loopEnded
  t.true(isThere)
  t.is(outcomes[0]?.title, 'the scenario itself')
  t.is(outcomes[1]?.reason, 'not over within 0.005 minutes: 1 scenarios were not run')
})

test('waiting checks continue beside the scenarios, and are reported at the end with their own requests', async t => {
  const mayAnswer = new Map<string, () => void>()
  const slow = behindDiscovery((request, response) => {
    if (request.url?.endsWith('/slow')) mayAnswer.set('slow', () => json(response, 418, {}))
    else json(response, 200, {})
  })
  const world = await openWorld(await stranger(t, slow))
  const outcomes: Outcome[] = []
  const begun: string[] = []
  const clients: World['http'][] = []
  const isThere = await runScenarios({
    ...{ world, minutes: 1, stop: new AbortController().signal, refuse: () => undefined },
    begin: name => void begun.push(name),
    chosen: [
      defineScenario('first', async ({ background, check }) => {
        background('what waits', [], async own => {
          clients.push(own.http)
          const { status } = await own.http.send({ path: '/slow' })
          throw new Error(`answered ${status}`)
        })
        await check('what does not', [], async () => {})
      }),
      defineScenario('second', async ({ check, world }) => {
        await check('nor this', [], async () => void (await world.http.send({ path: '/quick' })))
        while (!mayAnswer.has('slow')) await world.http.send({ path: '/quick' })
        t.deepEqual(
          outcomes.map(({ title }) => title),
          ['what does not', 'nor this'],
        )
        mayAnswer.get('slow')?.()
      }),
    ],
    record: outcome => outcomes.push(outcome),
  })
  t.true(isThere)
  t.deepEqual(begun, ['first', 'second', 'first, beside others'])
  const [, , last] = outcomes
  t.like(last, { scenario: 'first', title: 'what waits', state: 'failed', reason: 'GET /slow → 418\nanswered 418' })
  t.deepEqual(
    last?.exchanges?.map(({ path }) => path),
    ['/slow'],
  )
  t.not(clients[0], world.http)
})

test('what changes for everybody waits for what goes on beside the scenarios', async t => {
  const world = await openWorld(
    await stranger(
      t,
      behindDiscovery((_, response) => json(response, 200, {})),
    ),
    {
      operator: 'exit 3; :',
    },
  )
  t.teardown(() => world.operator?.close())
  let goOn = () => {}
  const mayEnd = new Promise<void>(resolve => {
    goOn = resolve
  })
  const order: string[] = []
  await runScenarios({
    ...{ world, minutes: 1, stop: new AbortController().signal, refuse: () => undefined, begin: () => {} },
    chosen: [
      defineScenario('all', async ({ background, check, world }) => {
        background('what waits', [], () => mayEnd)
        await check('what holds for one agent', [], async () => {
          await world.operator?.status('x', 'active', 'why')
        })
        const clock = check('what holds for all', [], async () => world.operator?.clock(5))
        goOn()
        await clock
      }),
    ],
    record: ({ title }) => order.push(title),
  })
  t.deepEqual(order, ['what holds for one agent', 'what waits', 'what holds for all'])
})

test('the number of enrollments in discovery is not exceeded', t => {
  const admittance = new EnrollmentBudget([{ bucket: 'enroll', limit: 2, window_seconds: 3600 }])
  for (const status of [201, 422]) {
    admittance.require()
    admittance.note(new Reply(status, {}, Buffer.alloc(0)))
  }
  t.throws(() => admittance.require(), { instanceOf: Skipped, message: /lets 2 enroll from one address in 3600 s/ })
})

test('an enrollment over a limit ends the check, and none is attempted before its time', t => {
  const admittance = new EnrollmentBudget()
  t.throws(() => admittance.note(new Reply(429, { 'retry-after': '3000' }, Buffer.alloc(0))), { instanceOf: Skipped })
  t.throws(() => admittance.require(), { instanceOf: Skipped, message: /for 3000 s/ })
})

test('a sweep deletes what it may, and ends where lists never do', async t => {
  const posts = new Set(['a', 'b', 'kept'])
  const answer = behindDiscovery((request, response) => {
    const [, kind, id = ''] = /aui\/(\w+)\/(\w+)/.exec(request.url ?? '') ?? []
    if (request.method === 'DELETE') json(response, id === 'kept' || !posts.delete(id) ? 403 : 200, {})
    else json(response, 200, { [`${kind}`]: id === 'mine' ? [...posts].map(id => ({ id })) : [] })
  })
  const world = await openWorld(await stranger(t, answer))
  for (const agent_id of ['one', 'two']) {
    world.traces.signers.set(agent_id, { agent_id, handle: agent_id, name: agent_id, ...(await generateKeys()) })
    world.traces.noteEnrollment(new Reply(201, {}, Buffer.alloc(0)))
  }
  world.traces.signers.delete('two')
  const line = leftoversLine(await cleanUp(world))
  t.is(line, 'left behind: 2 agents; deleted 2 of 3 posts')
})

test('of a server with only some routes, the others are found, and not requested', async t => {
  const offered = ['POST /api/v1/aui/posts', 'GET /api/v1/aui/posts/{post_id}', 'GET /api/v1/aui/version']
  const fitting = offered.map(name => new RegExp(`^${name.replace(/\{\w+\}/, '[^/]+')}$`))
  const world = await openWorld(
    await stranger(
      t,
      behindDiscovery((request, response) => {
        const isThere = fitting.some(one => one.test(`${request.method} ${request.url}`))
        json(response, isThere ? 401 : 404, {})
      }),
    ),
  )
  const missing = await findMissing(world.http)
  t.deepEqual(
    offered.filter(name => missing.includes(name)),
    [],
  )
  t.true(missing.includes('POST /api/v1/aui/agents/{identifier}/follow'))
  const refuse = leaveOut(missing)
  t.is(refuse('/api/v1/aui/posts', 'POST'), undefined)
  t.is(refuse('/api/v1/aui/nothing', 'POST'), undefined)
  t.is(
    refuse('/api/v1/aui/agents/bob/follow?x=1', 'POST'),
    'asks for POST /api/v1/aui/agents/{identifier}/follow, which this server does not offer',
  )
})

test('a connection that was closed as it was used again is replaced once', async t => {
  const seen = new Map<unknown, number>()
  const world = await openWorld(
    await stranger(
      t,
      behindDiscovery((request, response) => {
        const count = (seen.get(request.socket) ?? 0) + 1
        seen.set(request.socket, count)
        if (count > 1) request.socket.resetAndDestroy()
        else json(response, 200, { count })
      }),
    ),
  )
  for (const path of ['/one', '/two']) t.is((await world.http.send({ path })).data.count, 1)
})
