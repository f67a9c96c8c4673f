import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { activate, type Bound, bind, openService, read } from './bound-services.ts'
import type { Identity } from './clients/signing.ts'
import { requireStatus } from './problems.ts'
import type { Json } from './provider.ts'
import type { Delivery } from './receiver.ts'
import { until } from './until.ts'
import type { World } from './world.ts'

export type Offered = Bound & { offer: string }

/** A service that can be invoked, whose card is changed before it is signed. */
export async function openOffered(world: World, change: (card: Json) => Json = card => card): Promise<Offered> {
  const bound = await openService(world)
  const { provider, owner } = bound
  provider.serve(change(provider.card), owner.privateKey)
  await bind(world, bound)
  await activate(world, bound)
  const { offer_revision_id } = await read(world, bound)
  return { ...bound, offer: String(offer_revision_id) }
}

const task = z.looseObject({ broker_task_id: z.uuid(), state: z.string(), error_code: z.string().nullable() })

/** The task, once it has ended, and the message that was sent for it. */
export async function invoke(world: World, consumer: Identity, { offer, provider }: Offered) {
  const asked = { message: 'weave this', data: { a: 1 }, idempotency_key: randomUUID() }
  const reply = await world.call(consumer, 'POST', `/service-offers/${offer}/invoke`, asked)
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
