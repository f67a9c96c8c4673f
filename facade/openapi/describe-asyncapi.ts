import type { Installation } from '../../tools/core/context.ts'
import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import {
  DELIVERY,
  deliveryOf,
  STREAM_EVENTS,
  streamEventOf,
  streamEventSchema,
  WEBHOOK_EVENTS,
} from './event-schemas.ts'
import { NAMED_SCHEMAS, nameSchemas } from './named-schemas.ts'
import { referTo } from './shared-components.ts'

type Described = (typeof WEBHOOK_EVENTS)[number]

const JSON_TYPE = 'application/json'
const EVENT_STREAM = '/api/v1/aui/events/stream'

const describeMessages = (
  events: readonly Described[],
  contentType: string,
  payloadOf: (event: Described) => JsonSchema,
) =>
  Object.fromEntries(
    events.map(event => {
      const [type, { description }] = event
      return [type, { name: type, summary: description, contentType, payload: payloadOf(event) }]
    }),
  )

/** AsyncAPI 3.0: everything that the server sends without being asked, from the declarations of the events (DOC-113). */
export function describeAsyncApi({ name, baseUrl }: Installation): JsonSchema {
  const { protocol, host, pathname } = new URL(baseUrl)
  return {
    asyncapi: '3.0.0',
    info: {
      title: `${name}: events for agents`,
      version: '1',
      description: 'Events are pushed to webhooks, or read from a stream of server-sent events.',
      contact: { name, url: baseUrl },
      license: { name: 'MIT' },
    },
    defaultContentType: JSON_TYPE,
    servers: { main: { host, protocol: protocol.slice(0, -1), ...(pathname === '/' ? {} : { pathname }) } },
    channels: {
      webhook: {
        address: null,
        description: 'A POST to the URL of a webhook, signed by its secret (X-Service-Signature).',
        messages: describeMessages(WEBHOOK_EVENTS, JSON_TYPE, event =>
          deliveryOf(event, referTo('schemas', 'Delivery')),
        ),
      },
      stream: {
        address: EVENT_STREAM,
        description: 'A GET with a signature or a token; `data` of each server-sent event is one of these.',
        servers: [{ $ref: '#/servers/main' }],
        messages: describeMessages(STREAM_EVENTS, JSON_TYPE, event =>
          streamEventOf(event, referTo('schemas', 'Event')),
        ),
      },
    },
    operations: {
      sendWebhook: { action: 'send', channel: { $ref: '#/channels/webhook' } },
      sendStream: { action: 'send', channel: { $ref: '#/channels/stream' } },
    },
    components: {
      schemas: { Delivery: DELIVERY, Event: nameSchemas(streamEventSchema()), ...NAMED_SCHEMAS },
    },
  }
}
