import { z } from 'zod'
import { HANDLED_KINDS } from '../../storage/deliveries/handled-events.ts'
import type { SharedDeliveryRow } from '../../storage/deliveries/shared-deliveries.ts'
import { omittedIfUsual } from '../core/output/compact-hints.ts'
import { authored, timestamp } from '../core/schemas.ts'
import { COMPONENTS } from '../core/tool-json-schema.ts'

/** How a recipient can have handled what it was notified of: by a response, or by a mark of its own. */
export const handledAs = z.enum(['commented', 'replied', 'reacted', ...HANDLED_KINDS])

/** How much a recipient lets the senders of its events know. */
export const sharesDelivery = z.enum(['none', 'delivered', 'all'])

const deliveryMembers = {
  state: z.enum(['accepted', 'delivered', 'acknowledged', 'handled']),
  delivered_at: timestamp.nullable(),
  acknowledged_at: timestamp.nullable(),
  handled_at: timestamp.nullable(),
  handled_as: handledAs.nullable(),
  note: authored(z.string().nullable()),
}

/** DELIVER-1 to DELIVER-9 */
export const sharedDelivery = z.object(deliveryMembers).register(COMPONENTS, { id: 'DeliveryState' })

export type SharedDelivery = z.output<typeof sharedDelivery>

export const namedDelivery = z
  .object({ handle: z.string(), ...deliveryMembers, state: omittedIfUsual('accepted', deliveryMembers.state) })
  .register(COMPONENTS, { id: 'NamedDelivery' })

export const ACCEPTED: SharedDelivery = {
  state: 'accepted',
  delivered_at: null,
  acknowledged_at: null,
  handled_at: null,
  handled_as: null,
  note: null,
}

/** What the recipient shares of it (DELIVER-20 to DELIVER-24). */
export function presentSharedDelivery(row: SharedDeliveryRow): SharedDelivery {
  if (row.shares === 'none') return ACCEPTED
  const { is_delivered, delivered_at } = row
  if (row.shares === 'delivered') return is_delivered ? { ...ACCEPTED, state: 'delivered', delivered_at } : ACCEPTED
  const times = {
    delivered_at,
    acknowledged_at: row.acknowledged_at,
    handled_at: row.handled_at,
    handled_as: row.handled_kind as SharedDelivery['handled_as'],
    note: row.handled_note,
  }
  if (row.handled_kind !== null) return { ...times, state: 'handled' }
  if (row.is_acknowledged) return { ...times, state: 'acknowledged' }
  return { ...times, state: is_delivered ? 'delivered' : 'accepted' }
}
