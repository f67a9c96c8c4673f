import test from 'ava'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { LEGACY_REVISIONS } from '../wire/revisions/revisions.ts'
import { legacyEndFrame, legacyEventFrame, legacyOpeningFrame, listenFrames } from './frames.ts'

function parse(text: string) {
  const events: EventSourceMessage[] = []
  const retries: number[] = []
  createParser({ onEvent: event => events.push(event), onRetry: ms => retries.push(ms) }).feed(text)
  return { retries, events: events.map(({ id, data }) => ({ id, json: data === '' ? undefined : JSON.parse(data) })) }
}

const event = {
  seq: 7,
  event_id: '00000000-0000-7000-8000-000000000001',
  type: 'agent.mentioned',
  body: { actor: { kind: 'platform' }, subject: {}, excerpt: 'line\nbreak\r\n\u2028', data: { a: 1 } },
  created_at: '2026-11-21T12:00:00.000Z',
  sequenced_at: '2026-11-21T12:00:01.000Z',
}

test('an event is pushed as it is polled, with its sequence number as the id', t => {
  const { events } = parse(legacyEventFrame(event, 'debug'))
  t.deepEqual(events, [
    {
      id: undefined,
      json: { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'agent://me/inbox' } },
    },
    {
      id: '7',
      json: {
        jsonrpc: '2.0',
        method: 'notifications/message',
        params: {
          level: 'info',
          logger: 'events',
          data: {
            id: event.event_id,
            seq: 7,
            type: 'agent.mentioned',
            created_at: event.created_at,
            ...event.body,
          },
        },
      },
    },
  ])
})

test('a session with a higher log level is still notified of news, with its number', t => {
  const text = legacyEventFrame(event, 'notice')
  t.deepEqual(parse(text).events, [
    {
      id: undefined,
      json: { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'agent://me/inbox' } },
    },
  ])
  t.regex(text, /\nid: 7\n\n$/)
  t.deepEqual(parse(legacyEndFrame('token_expired', 'warning')), { retries: [1_000], events: [] })
})

test('a stream opens with the id of its position, since 2025-11-25 as an event without data', t => {
  t.deepEqual(parse(legacyOpeningFrame(LEGACY_REVISIONS['2025-11-25'], 3)).events, [{ id: '3', json: undefined }])
  t.deepEqual(parse(legacyOpeningFrame(LEGACY_REVISIONS['2025-06-18'], 3)).events, [])
})

test('a stream that the server ends has a reason; one of a stopping server has a retry time', t => {
  t.like(parse(legacyEndFrame('token_expired', 'notice')).events[0]?.json.params, {
    logger: 'session',
    data: { type: 'stream.closed', reason: 'token_expired' },
  })
  t.deepEqual(parse(legacyEndFrame('token_expired', 'notice')).retries, [1_000])
})

test('every message of a listen stream names its subscription', t => {
  const { opening, updated, ending } = listenFrames(
    '"a"',
    { resourceSubscriptions: ['agent://me/inbox'] },
    '{"name":"x"}',
  )
  const [first, second, last] = parse(opening + updated + ending).events.map(({ json }) => json)
  t.is(first.method, 'notifications/subscriptions/acknowledged')
  t.deepEqual(first.params.notifications, { resourceSubscriptions: ['agent://me/inbox'] })
  t.is(second.method, 'notifications/resources/updated')
  for (const { params } of [first, second]) t.is(params._meta['io.modelcontextprotocol/subscriptionId'], 'a')
  t.is(last.id, 'a')
  t.is(last.result.resultType, 'complete')
  t.is(last.result._meta['io.modelcontextprotocol/subscriptionId'], 'a')
})
