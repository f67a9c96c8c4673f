import type { JsonSchema } from '../../tools/core/tool-json-schema.ts'
import { deliveryOf, WEBHOOK_EVENTS } from './event-schemas.ts'
import { referTo } from './shared-components.ts'

const DELIVERED = referTo('responses', 'Delivered')

/** Shared parts of webhooks. */
export const WEBHOOK_RESPONSES: JsonSchema = {
  Delivered: { description: 'The event is delivered; after any other response it is sent again.' },
}

/** What the server sends to the webhooks of an agent, by event (DOC-112). */
export const describeWebhooks = (): JsonSchema =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map(event => {
      const [type, { description }] = event
      const schema = deliveryOf(event, referTo('schemas', 'Delivery'))
      const operation = {
        operationId: `on_${type.replaceAll('.', '_')}`,
        tags: ['webhooks'],
        summary: type,
        description,
        security: [],
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': DELIVERED },
      }
      return [type, { post: operation }]
    }),
  )
