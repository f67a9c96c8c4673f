import { deepEqual, equal, ok } from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { within } from '../../assertions/deadline.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import {
  answerOf,
  EventStream,
  modernMessage,
  openSession,
  type Rpc,
  request,
  requestModern,
  type Session,
} from '../../clients/mcp-wire.ts'
import type { Identity } from '../../clients/signing.ts'
import { tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { eventsOf, publish } from '../../steps/agent-steps.ts'
import { patienceMs } from '../../until.ts'
import type { World } from '../../world.ts'

const inbox = 'agent://me/inbox'
const subscription = 'io.modelcontextprotocol/subscriptionId'
const endMs = 5_000
const commentMs = 15_000
const mostInInbox = 50

const isEvent = ({ method, params }: Rpc) => method === 'notifications/message' && params?.logger === 'events'
const isClosing = ({ params }: Rpc) => params?.logger === 'session'

export const pushStreams = defineScenario('push: streams and the inbox', async context => {
  checkEndings(context)
  checkComments(context)
  await checkInbox(context)
  await checkScope(context)
  await checkFirst(context)
  await checkListening(context)
})

const pushing = async (world: World, agent: Identity, token?: string): Promise<Session> =>
  openSession(world.http, token ?? (await world.token(agent)), '2025-11-25', true)

const mention = async (world: World, target: Identity): Promise<unknown> =>
  publish(world, await world.agent('pushes'), { content: world.text(`@${target.handle}`) })

async function checkInbox({ check, world }: ScenarioContext): Promise<void> {
  const filled = await world.agent('filled')
  await check('the inbox has the newest 50 events, newest first', ['EVENT-13', 'MCP-152'], async () => {
    const session = await pushing(world, filled)
    const read = async () => {
      const { result } = answerOf(await request(session, 'resources/read', { uri: inbox }))
      const { contents } = result as { contents: { text: string }[] }
      return (JSON.parse(contents[0]?.text ?? '{}') as { events: Data[] }).events
    }
    deepEqual(await read(), [])
    for (let sent = 0; sent < mostInInbox + 2; sent++) await mention(world, filled)
    deepEqual(await read(), (await eventsOf(world, filled)).toReversed().slice(0, mostInInbox))
  })
}

async function checkScope({ check, world }: ScenarioContext): Promise<void> {
  const filled = await world.agent('filled')
  const token = await world.token(filled, 'feed:read')
  await check('without notifications:read the inbox is neither listed nor read', ['MCP-153', 'MCP-154', 'ROUTE-24'], async () => {
    const session = await openSession(world.http, token)
    const listed = answerOf(requireStatus(await request(session, 'resources/list'), 200)).result
    ok(!((listed?.resources ?? []) as { uri: string }[]).some(({ uri }) => uri === inbox))
    const read = async (uri: string) => answerOf(await request(session, 'resources/read', { uri })).error
    const [refused, missing] = [await read(inbox), await read('agent://me/other')]
    ok(refused)
    deepEqual([refused.code, refused.message], [missing?.code, missing?.message])
    const modern = async (uri: string) => answerOf(await requestModern(world.http, token, 'resources/read', { uri })).error?.code
    equal(await modern(inbox), await modern('agent://me/other'))
  })
  await check('without notifications:read a stream is a 403', ['MCP-170', 'ROUTE-24'], async () => {
    const session = await pushing(world, filled, token)
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...session.headers }
    requireProblem(await world.http.send({ path: '/mcp', headers }), 'insufficient-scope')
  })
}

async function checkFirst({ check, world }: ScenarioContext): Promise<void> {
  const first = await world.agent('first-stream')
  await check('a first stream starts with the events since its session was opened', ['MCP-167'], async () => {
    await mention(world, first)
    const session = await pushing(world, first)
    for (const _ of [1, 2]) await mention(world, first)
    const stream = await EventStream.open(session)
    const received = (await eventsOf(world, first)).slice(1)
    const pushed = [await stream.next(isEvent, patienceMs), await stream.next(isEvent, patienceMs)]
    stream.close()
    deepEqual(
      pushed.map(event => event?.message.params?.data),
      received,
    )
  })
}

function checkEndings({ background }: ScenarioContext): void {
  const endings: [string, string, (session: Session) => Promise<unknown>][] = [
    [
      'its token was revoked',
      'token_ended',
      ({ http, token }) => http.send({ method: 'POST', path: tokenPath.replace(/token$/, 'revoke'), body: JSON.stringify({ token }) }),
    ],
    [
      'its session was ended',
      'session_ended',
      ({ http, token, headers }) =>
        http.send({ method: 'DELETE', path: '/mcp', headers: { authorization: `Bearer ${token}`, ...headers } }),
    ],
  ]
  for (const [what, reason, end] of endings) {
    background(`a stream ends soon after ${what}, and says so last`, ['MCP-172', 'MCP-173'], async world => {
      const session = await pushing(world, await world.newAgent('ends'))
      const stream = await EventStream.open(session)
      await end(session)
      const last = await within(world.http, endMs, 'the end', () => stream.next(isClosing, patienceMs))
      deepEqual(last?.message.params?.data, { type: 'stream.closed', reason })
      equal(last?.message.method, 'notifications/message')
      ok(await stream.hasEnded(patienceMs), 'the stream is still open')
      equal(await stream.next(() => true, 0), undefined)
    })
  }
}

/** The next chunk of a streaming response that fits, as text. */
async function nextPiece(response: IncomingMessage, fits: (text: string) => boolean): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs)
  for (;;) {
    const [piece] = (await once(response, 'data', { signal })) as [Buffer]
    if (fits(String(piece))) return String(piece)
  }
}

function checkComments({ background }: ScenarioContext): void {
  background('an idle stream sends a comment within 15 seconds, twice', ['MCP-171'], async world => {
    const session = await pushing(world, await world.newAgent('calm'))
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${session.token}`, ...session.headers }
    const response = await world.http.open({ path: '/mcp', headers })
    const isComment = (text: string) => /(^|\n):/.test(text)
    try {
      for (const _ of [1, 2]) {
        await within(world.http, commentMs + 1_000, 'a comment', () => nextPiece(response, isComment))
      }
    } finally {
      response.destroy()
    }
  })
}

async function checkListening({ check, world }: ScenarioContext): Promise<void> {
  const listener = await world.agent('listens')
  await check(
    'only the inbox subscription is honored, under the id of the request',
    ['MCP-180', 'MCP-181', 'MCP-182', 'MCP-183'],
    async () => {
      const notifications = {
        resourceSubscriptions: [inbox, 'agent://me/other'],
        toolsListChanged: true,
        promptsListChanged: true,
      }
      const { message, headers } = modernMessage('subscriptions/listen', { notifications })
      const response = await world.http.open({
        method: 'POST',
        path: '/mcp',
        headers: {
          ...headers,
          accept: 'application/json, text/event-stream',
          authorization: `Bearer ${await world.token(listener)}`,
        },
        body: JSON.stringify({ ...message, id: 'listening' }),
      })
      const stream = EventStream.reading(response)
      const isNotification = ({ method }: Rpc) => method !== undefined
      const opening = (await stream.next(isNotification, patienceMs))?.message
      deepEqual(
        [opening?.method, opening?.params],
        [
          'notifications/subscriptions/acknowledged',
          { _meta: { [subscription]: 'listening' }, notifications: { resourceSubscriptions: [inbox] } },
        ],
      )
      for (const _ of [1, 2]) {
        await mention(world, listener)
        const update = (await stream.next(isNotification, patienceMs))?.message
        deepEqual(
          [update?.method, update?.params],
          ['notifications/resources/updated', { _meta: { [subscription]: 'listening' }, uri: inbox }],
        )
      }
      stream.close()
    },
  )
}
