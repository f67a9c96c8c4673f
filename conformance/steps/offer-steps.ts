import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireStatus } from '../assertions/problems.ts'
import type { Data, Reply } from '../clients/http.ts'
import { callOnce } from '../clients/rest.ts'
import type { Identity } from '../clients/signing.ts'
import * as offerShapes from '../schemas/offers.ts'
import { type Service, service } from '../schemas/services.ts'
import { type Json, openProvider, type Provider, skill } from '../stubs/provider.ts'
import type { World } from '../world.ts'

export type Offered = { owner: Identity; provider: Provider; service: Service; offerId: string }

/** A service that can be invoked: declared, bound to a provider of the suite, and active. */
export async function offered(
  world: World,
  owner: Identity,
  more: Data = {},
  provide: (card: Json) => Json = card => card,
): Promise<Offered> {
  const provider = await openProvider(world, owner)
  provider.serve(provide(provider.card), owner.privateKey)
  const words = { handle: `s-${randomUUID()}`, name: 'A service', invocation_modes: ['aui_task'], ...more }
  const made = requireStatus(await world.call(owner, 'POST', '/services', words), 201).as(service)
  await bind(world, owner, made.id, provider)
  await move(world, owner, made.id, 'active')
  return { owner, provider, service: made, offerId: await offerOf(world, owner, made.id) }
}

/** The same for a new agent. */
export const newlyOffered = async (world: World, provide?: (card: Json) => Json): Promise<Offered> =>
  await offered(world, await world.newAgent('weaver'), {}, provide)

export async function bind(world: World, owner: Identity, serviceId: string, provider: Provider): Promise<void> {
  const wanted = { card_url: provider.cardUrl, skill_id: skill }
  requireStatus(await world.call(owner, 'PUT', `/services/${serviceId}/endpoint`, wanted), 200)
}

export async function move(world: World, owner: Identity, serviceId: string, to: string): Promise<void> {
  requireStatus(await world.call(owner, 'POST', `/services/${serviceId}/transitions`, { to }), 200)
}

export async function change(world: World, { owner, service }: Offered, words: Data): Promise<void> {
  requireStatus(await world.call(owner, 'PATCH', `/services/${service.id}`, words), 200)
}

/** The revision under which a service is offered. */
export async function offerOf(world: World, owner: Identity, serviceId: string): Promise<string> {
  const reply = await world.call(owner, 'GET', `/services/${serviceId}/endpoint`)
  return requireStatus(reply, 200).as(z.looseObject({ offer_revision_id: z.uuid() })).offer_revision_id
}

export async function readOffer(world: World, reader: Identity, offerId: string): Promise<offerShapes.Offer> {
  return requireStatus(await world.call(reader, 'GET', `/service-offers/${offerId}`), 200).as(offerShapes.offer)
}

/** The first page of the results. */
export async function findOffers(world: World, reader: Identity, query: string): Promise<offerShapes.Offer[]> {
  const reply = requireStatus(await world.call(reader, 'GET', `/service-offers?${query}`), 200)
  return reply.as(offerShapes.offerPage).offers
}

export const idsOf = (offers: offerShapes.Offer[]): string[] => offers.map(one => one.offer_revision_id)

export const acquire = (world: World, agent: Identity, offerId: string, payload: Data = {}) =>
  world.call(agent, 'POST', `/service-offers/${offerId}/acquire`, payload)

/** A rate limit refusal is not waited for. */
export const invokeOnce = ({ http }: World, agent: Identity, offerId: string): Promise<Reply> =>
  callOnce(http, agent, 'POST', `/service-offers/${offerId}/invoke`, {
    message: 'do it',
    idempotency_key: randomUUID(),
  })

/** The entitlement that an invocation used. */
export async function drawn(world: World, agent: Identity, offerId: string): Promise<unknown> {
  const { broker_task_id } = requireStatus(await invokeOnce(world, agent, offerId), 202).data
  return requireStatus(await world.call(agent, 'GET', `/service-tasks/${broker_task_id}`), 200).data.entitlement_id
}
