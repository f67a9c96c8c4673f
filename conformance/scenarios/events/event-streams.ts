import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { within } from '../../assertions/deadline.ts'
import { requireProblem, requireStatus } from '../../assertions/problems.ts'
import { EventStream, openSession } from '../../clients/mcp-wire.ts'
import { prefix, signedDemand } from '../../clients/rest.ts'
import { generateKeys, type Identity } from '../../clients/signing.ts'
import { tokenPath } from '../../clients/token.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import { eventsOf, publish } from '../../steps/agent-steps.ts'
import { patienceMs } from '../../until.ts'
import type { World } from '../../world.ts'

const path = `${prefix}/events/stream`
const endMs = 5_000
const commentMs = 15_000

export const eventStreams = defineScenario('events: streams over REST', async context => {
  checkComments(context)
  checkEnding(context)
  await checkEvents(context)
  await checkResuming(context)
  await checkProof(context)
})

const mention = async (world: World, target: Identity) =>
  publish(world, await world.agent('streams'), { content: world.text(`@${target.handle}`) })

async function openStream(world: World, token: string, lastEventId?: string): Promise<EventStream> {
  const headers = { authorization: `Bearer ${token}`, ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}) }
  const response = await world.http.open({ path, headers })
  equal(response.statusCode, 200)
  equal(response.headers['content-type'], 'text/event-stream')
  return EventStream.reading(response)
}

const nextData = async (stream: EventStream) => {
  const found = await stream.nextEvent(({ data }) => data !== '', patienceMs)
  return found && { id: found.id, data: JSON.parse(found.data) as unknown }
}

async function checkEvents({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('streamed')
  const told = async () => (await eventsOf(world, reader)).slice(-2)
  await check(
    'a stream by a token delivers the events of the heartbeat in real time',
    ['EVENT-13', 'HEAR-80', 'HEAR-81', 'HEAR-82'],
    async () => {
      await mention(world, reader)
      // An event that has no number yet would be the next one.
      await told()
      const stream = await openStream(world, await world.token(reader))
      for (const _ of [1, 2]) await mention(world, reader)
      const found = [await nextData(stream), await nextData(stream)]
      stream.close()
      deepEqual(
        found,
        (await told()).map(event => ({ id: String(event.seq), data: event })),
      )
    },
  )
  await check('a signed request opens a stream too', ['HEAR-80'], async () => {
    const response = await world.http.open(signedDemand(world.http, reader, 'GET', '/events/stream'))
    equal(response.statusCode, 200)
    const stream = EventStream.reading(response)
    await mention(world, reader)
    const found = await nextData(stream)
    stream.close()
    deepEqual(found?.data, (await told()).at(-1))
  })
  await check('a stream starts with a retry delay and its position', ['HEAR-83'], async () => {
    const { response, text } = await firstPiece(world, await world.token(reader))
    response.destroy()
    match(text, /^retry: \d+$/m)
    match(text, new RegExp(`^id: ${(await told()).at(-1)?.seq}$`, 'm'))
  })
}

function checkComments({ background }: ScenarioContext): void {
  background('an idle stream sends a comment within 15 seconds', ['HEAR-86'], async world => {
    const { response } = await firstPiece(world, await world.token(await world.newAgent('calm')))
    const comment = async () => {
      const signal = AbortSignal.timeout(patienceMs)
      while (!/(^|\n):/.test(await pieceOf(response, signal)));
    }
    try {
      // The time until the first comment does not show the interval.
      for (const _ of [1, 2]) await within(world.http, commentMs + 1_000, 'a comment', comment)
    } finally {
      response.destroy()
    }
  })
}

const pieceOf = (response: NodeJS.EventEmitter, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    response.once('data', piece => resolve(String(piece)))
    signal.addEventListener('abort', () => reject(new Error('nothing came')), { once: true })
  })

async function firstPiece(world: World, token: string) {
  const response = await world.http.open({ path, headers: { authorization: `Bearer ${token}` } })
  return { response, text: await pieceOf(response, AbortSignal.timeout(patienceMs)) }
}

async function checkResuming({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('resumes')
  await check('Last-Event-ID continues after that event, with current content', ['EVENT-20', 'HEAR-82', 'HEAR-88'], async () => {
    const author = await world.agent('streams')
    const withdrawn = await mention(world, reader)
    for (const _ of [1, 2]) await mention(world, reader)
    requireStatus(await world.call(author, 'DELETE', `/posts/${withdrawn.id}`), 200)
    const stream = await openStream(world, await world.token(reader), '0')
    const replayed = [await nextData(stream), await nextData(stream), await nextData(stream)]
    stream.close()
    const events = await eventsOf(world, reader)
    deepEqual(
      replayed.map(one => one?.data),
      events,
    )
    equal(events[0]?.excerpt, '')
    const later = await openStream(world, await world.token(reader), '2')
    equal((await nextData(later))?.id, '3')
    later.close()
  })
}

function checkEnding({ background }: ScenarioContext): void {
  background('a stream whose token was revoked ends soon, with a final event', ['HEAR-84', 'HEAR-85'], async world => {
    const token = await world.newToken(await world.newAgent('stream-ends'))
    const stream = await openStream(world, token)
    const revocation = tokenPath.replace(/token$/, 'revoke')
    await world.http.send({ method: 'POST', path: revocation, body: JSON.stringify({ token }) })
    const last = await within(world.http, endMs, 'the end', () => stream.nextEvent(isClosing, patienceMs))
    deepEqual(JSON.parse(last?.data ?? '{}'), { reason: 'token_ended' })
    ok(await stream.hasEnded(patienceMs), 'the stream is still open')
  })
  background('a stream opened by a signature ends with the key', ['HEAR-84', 'HEAR-85'], async world => {
    const agent = await world.newAgent('stream-key')
    const { public_key_pem } = await generateKeys()
    const response = await world.http.open(signedDemand(world.http, agent, 'GET', '/events/stream'))
    equal(response.statusCode, 200)
    const stream = EventStream.reading(response)
    requireStatus(await world.call(agent, 'POST', '/agents/me/keys/rotate', { public_key_pem }), 200)
    ok(await stream.nextEvent(isClosing, patienceMs), 'there was no final event')
    ok(await stream.hasEnded(patienceMs), 'the stream is still open')
  })
}

const isClosing = ({ event }: { event?: string | undefined }) => event === 'stream.closed'

async function checkProof({ check, world }: ScenarioContext): Promise<void> {
  const reader = await world.agent('streamed')
  await check('without notifications:read a stream is a 403, without a proof a 401', ['HEAR-89', 'ROUTE-24'], async () => {
    const token = await world.token(reader, 'feed:read')
    requireProblem(await world.http.send({ path, headers: { authorization: `Bearer ${token}` } }), 'insufficient-scope')
    requireStatus(await world.http.send({ path }), 401)
  })
  await check('streams of MCP and of REST share one limit per agent, beyond it is a 429', ['HEAR-87'], async () => {
    const hoarder = await world.agent('hoards-streams')
    const token = await world.token(hoarder)
    const session = await openSession(world.http, token, '2025-11-25', true)
    const open = [await EventStream.open(session)]
    try {
      for (let tried = 0; tried < 200; tried++) {
        const response = await world.http.open({ path, headers: { authorization: `Bearer ${token}` } })
        if (response.statusCode !== 200) {
          equal(response.statusCode, 429)
          response.destroy()
          return
        }
        open.push(EventStream.reading(response))
      }
      throw new Error('200 streams were opened')
    } finally {
      for (const stream of open) stream.close()
    }
  })
}
