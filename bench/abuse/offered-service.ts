import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Data } from '../../conformance/clients/http.ts'
import { call } from '../../conformance/clients/rest.ts'
import { openProvider, type Provider, skill } from '../../conformance/stubs/provider.ts'
import type { Receivers } from '../../conformance/stubs/receiver.ts'
import type { AttackContext } from './attack-context.ts'
import type { Member } from './members.ts'
import { withRetries } from './retry-setup.ts'

const bound = z.looseObject({ offer_revision_id: z.uuid() })

/** An agent's service that others can invoke, and its provider. */
export interface OfferedService {
  provider: Provider
  serviceId: string
  offerId: string
}

/** `receivers`: one for all services of an attack. */
export async function createOfferedService(
  { publicUrl, http }: AttackContext,
  receivers: Pick<Receivers, 'open'>,
  { identity }: Member,
  more: Data = {},
): Promise<OfferedService> {
  const provider = await openProvider({ publicUrl, http, receivers }, identity)
  const ask = async (method: string, path: string, payload: Data) =>
    (await withRetries(() => call(http, identity, method, path, payload))).data
  const input = { handle: `stall-${randomUUID()}`, name: 'Stall', invocation_modes: ['aui_task'], ...more }
  const serviceId = String((await ask('POST', '/services', input)).id)
  const path = `/services/${serviceId}`
  await ask('PUT', `${path}/endpoint`, { card_url: provider.cardUrl, skill_id: skill })
  await ask('POST', `${path}/transitions`, { to: 'active' })
  const { data } = await withRetries(() => call(http, identity, 'GET', `${path}/endpoint`))
  return { provider, serviceId, offerId: bound.parse(data).offer_revision_id }
}
