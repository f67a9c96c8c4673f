import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireStatus } from '../assertions/problems.ts'
import type { Identity } from '../clients/signing.ts'
import type { Delivery } from '../stubs/receiver.ts'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import type { Offered } from './offer-steps.ts'

const task = z.looseObject({ broker_task_id: z.uuid(), state: z.string(), error_code: z.string().nullable() })

/** The task after it has ended, and the message that the provider received for it. */
export async function invoke(world: World, consumer: Identity, { offerId, provider }: Offered) {
  const asked = { message: 'weave this', data: { a: 1 }, idempotency_key: randomUUID() }
  const reply = await world.call(consumer, 'POST', `/service-offers/${offerId}/invoke`, asked)
  const { broker_task_id } = requireStatus(reply, 202).data as { broker_task_id: string }
  const ended = await until(
    async () => requireStatus(await world.call(consumer, 'GET', `/service-tasks/${broker_task_id}`), 200).as(task),
    ({ state }) => state !== 'working',
  )
  return { ended, sent: messagesOf(provider.calls.deliveries, broker_task_id) }
}

const messagesOf = (deliveries: Delivery[], id: string): Delivery[] =>
  deliveries.filter(({ text }) => {
    const { method, params } = JSON.parse(text)
    return method === 'SendMessage' && params.message.messageId === id
  })

export const parameterOf = ({ headers }: Delivery, name: string): string =>
  new RegExp(`;${name}="?([^";]*)`).exec(String(headers['signature-input']))?.[1] ?? ''
