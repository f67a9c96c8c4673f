import type { z } from 'zod'
import { announcementIds } from '../../storage/deliveries/announcement-ids.ts'
import { findSharedDeliveries } from '../../storage/deliveries/shared-deliveries.ts'
import { RETENTION } from '../../storage/jobs/retention-periods.ts'
import type { Context } from '../core/context.ts'
import { type namedDelivery, presentSharedDelivery } from './delivery-schema.ts'

/** Deliveries of an agent's posts and comments, by the id of the text: one for each notified agent (DELIVER-11). */
export async function readTextDeliveries(
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  texts: readonly { id: string; created_at: string }[],
): Promise<Map<string, z.output<typeof namedDelivery>[]>> {
  const oldest = now.getTime() - RETENTION.events.ms
  const known = texts.filter(({ created_at }) => Date.parse(created_at) >= oldest)
  const found = new Map<string, z.output<typeof namedDelivery>[]>()
  const since = Math.min(...known.map(({ created_at }) => Date.parse(created_at)))
  const ids = known.map(({ id }) => id)
  for (const row of await findSharedDeliveries(db, actor.agent_id, ids, since, announcementIds))
    found.set(row.text_id, [...(found.get(row.text_id) ?? []), { handle: row.handle, ...presentSharedDelivery(row) }])
  return found
}
