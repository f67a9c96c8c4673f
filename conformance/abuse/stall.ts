import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Data } from '../clients/http.ts'
import { call } from '../clients/rest.ts'
import { openProvider, type Provider, skill } from '../peers/provider.ts'
import type { Receivers } from '../peers/receiver.ts'
import type { Ground } from './ground.ts'
import type { Member } from './members.ts'
import { patiently } from './patience.ts'

const bound = z.looseObject({ offer_revision_id: z.uuid() })

/** A service of an agent that others can invoke, and its provider. */
export interface Stall {
  provider: Provider
  serviceId: string
  offerId: string
}

/** `receivers`: one for all that an attack opens. */
export async function openStall(
  { publicUrl, door }: Ground,
  receivers: Pick<Receivers, 'open'>,
  { identity }: Member,
  more: Data = {},
): Promise<Stall> {
  const provider = await openProvider({ publicUrl, door, receivers }, identity)
  const ask = async (method: string, path: string, payload: Data) =>
    (await patiently(() => call(door, identity, method, path, payload))).data
  const words = { handle: `stall-${randomUUID()}`, name: 'Stall', invocation_modes: ['aui_task'], ...more }
  const serviceId = String((await ask('POST', '/services', words)).id)
  const path = `/services/${serviceId}`
  await ask('PUT', `${path}/endpoint`, { card_url: provider.cardUrl, skill_id: skill })
  await ask('POST', `${path}/transitions`, { to: 'active' })
  const { data } = await patiently(() => call(door, identity, 'GET', `${path}/endpoint`))
  return { provider, serviceId, offerId: bound.parse(data).offer_revision_id }
}
