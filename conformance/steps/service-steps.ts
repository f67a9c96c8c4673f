import { randomUUID } from 'node:crypto'
import { requireStatus } from '../assertions/problems.ts'
import type { Data, Reply } from '../clients/http.ts'
import type { Identity } from '../clients/signing.ts'
import { type Service, service } from '../schemas/services.ts'
import type { World } from '../world.ts'

/** A service of its owner, with further members. */
export async function declare(world: World, owner: Identity, more: Data = {}): Promise<Service> {
  const handle = `s-${randomUUID()}`
  const reply = await world.call(owner, 'POST', '/services', { handle, name: 'A service', ...more })
  return requireStatus(reply, 201).as(service)
}

export const move = (world: World, owner: Identity, id: string, to: string): Promise<Reply> =>
  world.call(owner, 'POST', `/services/${id}/transitions`, { to })
