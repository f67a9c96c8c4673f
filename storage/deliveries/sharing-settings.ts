import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** What an agent shares of how it deals with what it receives, and what it wants to hear of that. */
export interface SharingSettings {
  shares_delivery: 'none' | 'delivered' | 'all'
  delivery_events: boolean
}

export const DEFAULT_SHARING: SharingSettings = { shares_delivery: 'all', delivery_events: false }

/** SQL for the settings of an agent; null: the defaults. */
export const sharingSettings = (agent: string): string => `(
  select jsonb_build_object('shares_delivery', d.shares_delivery, 'delivery_events', d.delivery_events)
  from sharing_setting d where d.agent_id = ${agent})`

/** `undefined` members stay unchanged. */
export async function updateSharingSettings(
  db: Queryable,
  agentId: string,
  changes: { [Name in keyof SharingSettings]?: SharingSettings[Name] | undefined },
): Promise<void> {
  const { shares_delivery = null, delivery_events = null } = changes
  if (shares_delivery === null && delivery_events === null) return
  await db.many(SQL`
    insert into sharing_setting as d (agent_id, shares_delivery, delivery_events)
    values (${agentId}, ${shares_delivery ?? DEFAULT_SHARING.shares_delivery},
      ${delivery_events ?? DEFAULT_SHARING.delivery_events})
    on conflict (agent_id) do update set shares_delivery = coalesce(${shares_delivery}::text, d.shares_delivery),
      delivery_events = coalesce(${delivery_events}::boolean, d.delivery_events)`)
}
