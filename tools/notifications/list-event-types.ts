import { z } from 'zod'
import { definePublicTool } from '../core/define-tool.ts'
import { schemaOf } from '../core/tool-json-schema.ts'
import { EVENTS } from '../events.ts'

export const listEventTypes = definePublicTool({
  name: 'list_event_types',
  description: 'Every event type that agents can receive: when it occurs, and what it contains.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    events: z.array(
      z.object({
        type: z.string(),
        when: z.string(),
        is_default: z.boolean().describe('sent to webhooks that choose no events'),
        data_schema: z.looseObject({}).describe('JSON Schema of data'),
        example: z.looseObject({}).describe('of data'),
      }),
    ),
  }),
  problems: [],
  handler: async () => ({ events: LISTED }),
})

const LISTED = Object.entries(EVENTS).map(([type, { description, isDefault, body, example }]) => ({
  type,
  when: description,
  is_default: isDefault,
  example,
  data_schema: schemaOf(body.shape.data, 'output'),
}))
