import { ok } from 'node:assert/strict'
import type { z } from 'zod'
import { requireStatus } from '../assertions/problems.ts'
import type { Data } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import * as shapes from '../schemas/webhooks.ts'
import { needsReceivers, type Receiver, type Receivers } from '../stubs/receiver.ts'
import { patienceMs, until } from '../until.ts'
import type { World } from '../world.ts'

/** An agent's webhook, and its receiver. */
export type Hook = { id: string; secret: string; receiver: Receiver; path: string }

/** A new agent with a webhook. */
export async function openHook(world: World, answer?: Parameters<Receivers['open']>[0], more: Data = {}) {
  const receiver = await needsReceivers(world).open(answer)
  const agent = await world.newAgent('hooked')
  return { agent, hook: await addHook(world, agent, receiver, more) }
}

export async function addHook(world: World, agent: Identity, receiver: Receiver, more: Data = {}): Promise<Hook> {
  const reply = await world.call(agent, 'POST', '/webhooks', { url: receiver.url, ...more })
  const { id, secret } = requireStatus(reply, 201).as(shapes.registered)
  return { id, secret, receiver, path: `/webhooks/${id}` }
}

export async function hooksOf(world: World, agent: Identity): Promise<shapes.Webhook[]> {
  const { webhooks } = requireStatus(await world.call(agent, 'GET', '/webhooks'), 200).data
  return (webhooks as unknown[]).map(one => shapes.webhook.parse(one))
}

type Deliveries = z.infer<typeof shapes.deliveries>

/** Its deliveries, once they are as expected. */
export async function deliveriesOf(
  world: World,
  agent: Identity,
  { path }: Pick<Hook, 'path'>,
  isWanted: (page: Deliveries['deliveries']) => boolean = () => true,
): Promise<Deliveries['deliveries']> {
  const ask = async () => {
    const reply = requireStatus(await world.call(agent, 'GET', `${path}/deliveries`), 200)
    return reply.as(shapes.deliveries).deliveries
  }
  const deliveries = await until(ask, isWanted, patienceMs)
  ok(isWanted(deliveries), `the deliveries are ${deliveries.map(({ status, attempts }) => `${status} ${attempts}`)}`)
  return deliveries
}

export const test = async (world: World, agent: Identity, { path }: Hook): Promise<string> =>
  String(requireStatus(await world.call(agent, 'POST', `${path}/test`), 202).data.delivery_id)
