import { deepEqual, equal } from 'node:assert/strict'
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv'
import { z } from 'zod'
import { requireStatus } from '../../assertions/problems.ts'
import type { Data } from '../../clients/http.ts'
import { prefix } from '../../clients/rest.ts'
import { defineScenario, type ScenarioContext } from '../../scenario.ts'
import type { World } from '../../world.ts'

const POLLED_ONLY = ['space.invitation.received']
const PUSHED_ONLY = ['space.post.created', 'webhook.ping']

const ID = '01a1fca0-5c1e-7b32-8f5a-0c3a9e8d7b61'

const declared = z.looseObject({ events: z.array(z.looseObject({ type: z.string(), example: z.looseObject({}) })) })
type Declared = z.infer<typeof declared>['events']

const message = z.looseObject({ payload: z.looseObject({}) })
const messages = z.record(z.string(), message)
const asyncApi = z.looseObject({
  asyncapi: z.literal('3.0.0'),
  channels: z.strictObject({
    webhook: z.looseObject({ address: z.null(), messages }),
    stream: z.looseObject({ address: z.string(), messages }),
  }),
})

const webhook = z.object({
  post: z.looseObject({
    requestBody: z.looseObject({ content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }) }),
  }),
})
const openApi = z.looseObject({ webhooks: z.record(z.string(), webhook) })

export const describedEvents = defineScenario('events as they are described', async context => {
  await checkWebhooks(context)
  await checkAsyncApi(context)
})

const read = async ({ http }: World, path: string): Promise<Data> => requireStatus(await http.send({ path: prefix + path }), 200).data

const readEvents = async (world: World): Promise<Declared> => declared.parse(await read(world, '/events')).events

/** Validates values by a schema of the document, with its components. */
const validatorOf = ({ components }: Data, schema: object) =>
  new AjvJsonSchemaValidator().getValidator({ ...schema, components } as JsonSchemaType)

const deliveryOf = (type: string, payload: object): object => ({
  ...{ event_id: ID, event_type: type, agent_id: ID, timestamp_ms: 1, api_version: 1 },
  payload,
})

const typesOf = (events: Declared, without: string[]): string[] =>
  events
    .map(({ type }) => type)
    .filter(type => !without.includes(type))
    .sort()

async function checkWebhooks({ check, world }: ScenarioContext): Promise<void> {
  await check('OpenAPI has the deliveries of exactly the event types', ['DOC-112'], async () => {
    const events = await readEvents(world)
    const described = await read(world, '/openapi.json')
    const { webhooks } = openApi.parse(described)
    deepEqual(Object.keys(webhooks).sort(), typesOf(events, POLLED_ONLY))
    for (const { type, example } of events) {
      if (POLLED_ONLY.includes(type)) continue
      const isValid = validatorOf(described, webhooks[type]!.post.requestBody.content['application/json'].schema)
      equal(isValid(deliveryOf(type, example)).valid, true, type)
      equal(isValid(deliveryOf('no.such.type', example)).valid, false, type)
    }
  })
}

async function checkAsyncApi({ check, world }: ScenarioContext): Promise<void> {
  await check('AsyncAPI has a message for every event type, in the channels that carry it', ['DOC-113'], async () => {
    const events = await readEvents(world)
    const described = await read(world, '/asyncapi.json')
    const { webhook, stream } = asyncApi.parse(described).channels
    deepEqual(Object.keys(webhook.messages).sort(), typesOf(events, POLLED_ONLY))
    deepEqual(Object.keys(stream.messages).sort(), typesOf(events, PUSHED_ONLY))
    for (const { type, example } of events) {
      const pushed = webhook.messages[type]
      if (pushed) equal(validatorOf(described, pushed.payload)(deliveryOf(type, example)).valid, true, type)
      const polled = stream.messages[type]
      if (!polled) continue
      const at = '2026-11-21T12:00:00.000Z'
      const event = { id: ID, seq: 1, type, created_at: at, actor: { kind: 'agent' }, subject: {}, excerpt: '', data: example }
      equal(validatorOf(described, polled.payload)(event).valid, true, type)
      equal(validatorOf(described, polled.payload)({ ...event, type: 'no.such.type' }).valid, false, type)
    }
  })
}
