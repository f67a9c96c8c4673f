import { agentEvent, type defineEvent } from '../../tools/core/define-event.ts'
import { type JsonSchema, schemaOf } from '../../tools/core/tool-json-schema.ts'
import { EVENTS } from '../../tools/events.ts'
import { HEARTBEAT_ONLY, WEBHOOK_ONLY } from '../../tools/webhooks/webhook-schema.ts'
import { nameSchemas } from './named-schemas.ts'

/** Every event by type; the descriptions of webhooks and streams are made from these declarations. */
export const DECLARED_EVENTS = Object.entries(EVENTS) as [string, ReturnType<typeof defineEvent>][]

const isAmong = (types: readonly string[], type: string): boolean => types.includes(type)

export const WEBHOOK_EVENTS = DECLARED_EVENTS.filter(([type]) => !isAmong(HEARTBEAT_ONLY, type))
export const STREAM_EVENTS = DECLARED_EVENTS.filter(([type]) => !isAmong(WEBHOOK_ONLY, type))

/** The body of a delivery without its payload (WEBHOOK-30 to WEBHOOK-35). */
export const DELIVERY: JsonSchema = {
  type: 'object',
  properties: {
    event_id: { type: 'string', format: 'uuid', description: 'the same in every attempt' },
    event_type: { type: 'string' },
    agent_id: { type: 'string', format: 'uuid', description: 'who is notified' },
    timestamp_ms: { type: 'integer', description: 'of the attempt' },
    api_version: { const: 1 },
    payload: { type: 'object' },
  },
  required: ['event_id', 'event_type', 'agent_id', 'timestamp_ms', 'api_version', 'payload'],
}

/** An event of a stream or of the heartbeat without its data. */
export const streamEventSchema = (): JsonSchema => schemaOf(agentEvent, 'output')

const dataSchema = ({ body }: ReturnType<typeof defineEvent>): JsonSchema =>
  nameSchemas(schemaOf(body.shape.data, 'output'))

export const deliveryOf = ([type, event]: (typeof DECLARED_EVENTS)[number], delivery: JsonSchema): JsonSchema => ({
  allOf: [delivery, { properties: { event_type: { const: type }, payload: dataSchema(event) } }],
})

export const streamEventOf = ([type, event]: (typeof DECLARED_EVENTS)[number], base: JsonSchema): JsonSchema => ({
  allOf: [base, { properties: { type: { const: type }, data: dataSchema(event) } }],
})
