import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../../testing/fixtures/test-database.ts'
import { createTestRuntime, TEST_NOW } from '../../../testing/fixtures/test-world.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { retryIn, sseFrame } from './sse.ts'
import { createStreams, KEEP_ALIVE_PARTS, type StreamEventLog, type Streams } from './streams.ts'

const database = useDatabase(test)

const SILENT: StreamEventLog = { follow: () => ({ close() {} }) }

const token = (agent_id: string) => ({
  digest: '00000000-0000-4000-8000-000000000001',
  agent_id,
  handle: 'ann',
  visibility: 'public' as const,
  key_version: 1,
  key_fingerprint: 'x',
  scopes: [],
  expires_at: '2026-11-21T12:00:00.000Z',
})

/** A server that opens a silent stream for every request. */
async function serve(t: ExecutionContext, streams: Streams, agentId = 'ann') {
  const opened: ServerResponse[] = []
  const server = createServer((_, response) => {
    opened.push(response)
    streams.open(response, 'test', {
      holder: token(agentId),
      session: undefined,
      after: 0,
      opening: ':opening\n\n',
      event: ({ type }) => type,
      ending: reason => sseFrame(JSON.stringify({ reason })),
      farewell: retryIn,
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = () => new Promise<IncomingMessage>(resolve => get({ port, host: '127.0.0.1', agent: false }, resolve))
  return { open, opened }
}

const open = (limits = { streams: 100, streamsEach: 100 }, log = SILENT) =>
  createStreams(
    createTestRuntime(database().db, () => TEST_NOW),
    log,
    limits,
  )

test('each stream gets one comment in fifteen beats, and no two of fifteen streams in the same', async t => {
  const streams = open()
  const server = await serve(t, streams)
  const responses = await Promise.all(Array.from({ length: 15 }, server.open))
  for (let beat = 0; beat < KEEP_ALIVE_PARTS; beat++) streams.keepAlive()
  streams.stop()
  const texts = await Promise.all(responses.map(response => text(response)))
  t.true(texts.every(received => /^:opening\n\n:\n\nretry: \d+\n\n$/.test(received)))
  t.is(new Set(texts).size, 15)
})

test('a stream whose client is gone is removed', async t => {
  const streams = open()
  const server = await serve(t, streams)
  const response = await server.open()
  t.is(streams.count(), 1)
  const gone = new Promise(resolve => server.opened[0]?.once('close', resolve))
  response.destroy()
  await gone
  t.is(streams.count(), 0)
  streams.stop()
})

const refusal = (streams: Streams, agentId = 'ann') => {
  const error = thrown(() => streams.requireCapacity(agentId))
  return error instanceof Problem ? error.slug : error
}

const thrown = (run: () => void): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
}

test('streams are limited for each agent and in total, and none remains at the end', async t => {
  const streams = open({ streams: 4, streamsEach: 1 })
  const server = await serve(t, streams)
  await server.open()
  t.is(refusal(streams), 'rate-limited')
  t.is(refusal(streams, 'ben'), undefined)
  for (let i = 0; i < 3; i++) await server.open()
  t.is(refusal(streams, 'ben'), 'service-unavailable')
  streams.stop()
  const stopped = open()
  stopped.stop()
  t.is(refusal(stopped), 'service-unavailable')
})

test('a client that does not read pauses its log, and is disconnected when its stream ends', async t => {
  let push: ((event: never) => void | Promise<void>) | undefined
  const log: StreamEventLog = {
    follow(_, __, listener) {
      push = listener as typeof push
      return { close() {} }
    },
  }
  const streams = open(undefined, log)
  const server = await serve(t, streams)
  const response = await server.open()
  response.pause()
  const event = { type: 'x'.repeat(1024 * 1024) } as never
  let waiting: unknown
  while (!waiting) waiting = push?.(event)
  const cut = new Promise(resolve => response.once('close', resolve))
  response.on('error', () => {})
  streams.stop()
  await waiting
  response.resume()
  await cut
  t.false(response.complete)
})

test('events sent on a stream count as fetched by its agent', async t => {
  let push: ((event: never) => void | Promise<void>) | undefined
  const log: StreamEventLog = {
    follow(_, __, listener) {
      push = listener as typeof push
      return { close() {} }
    },
  }
  const { db } = database()
  const runtime = createTestRuntime(db, () => TEST_NOW)
  const streams = createStreams(runtime, log, { streams: 1 })
  const reader = runtime.newId()
  const server = await serve(t, streams, reader)
  await server.open()
  for (const seq of [5, 6]) await push?.({ type: 'agent.mentioned', seq } as never)
  await runtime.deliveryProgress.flush()
  t.like(await db.one(SQL`select * from event_progress where agent_id = ${reader}`), { after_seq: 4, up_to_seq: 6 })
  streams.stop()
})

test('a stream ends with the event that ends its token, before the next event', async t => {
  let push: ((event: never) => void | Promise<void>) | undefined
  let isFollowing = true
  const log: StreamEventLog = {
    follow(_, __, listener) {
      push = listener as typeof push
      return {
        close() {
          isFollowing = false
        },
      }
    },
  }
  const streams = open(undefined, log)
  const server = await serve(t, streams)
  const response = await server.open()
  await push?.({ type: 'agent.mentioned' } as never)
  t.true(isFollowing)
  await push?.({ type: 'agent.status.changed' } as never)
  t.false(isFollowing)
  t.regex(await text(response), /^:opening\n\nagent\.mentionedagent\.status\.changedevent:.*\ndata:.*"reason"/)
  streams.stop()
})
