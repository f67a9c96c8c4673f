import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** What an owner approves before the agent does it. */
export interface HoldRules {
  /** `public_spaces`: posts in public spaces; `public`: also those outside of spaces. */
  posts: 'none' | 'public_spaces' | 'public'
  /** Purchases of more than this amount; `null`: of no amount. */
  purchases_above: string | null
  /** Purchases of services of these categories. */
  purchase_categories: readonly string[]
}

export interface OwnedHoldRules extends HoldRules {
  owner_id: string
}

const SELECT = `
  select r.posts, trim_scale(r.purchases_above)::text as purchases_above, r.purchase_categories, a.owner_id
  from hold_rules r join agent a on a.id = r.agent_id where a.owner_id is not null and r.agent_id = `

/** The rules of the owner of an agent; `undefined`: nothing is held. */
export const findHoldRules = (db: Queryable, agentId: string): Promise<OwnedHoldRules | undefined> =>
  db.maybeOne<OwnedHoldRules>(SQL``.append(SELECT).append(SQL`${agentId}`))

/** The same, locked: calls of the agent are held one after another. */
export const lockHoldRules = (db: Queryable, agentId: string): Promise<OwnedHoldRules | undefined> =>
  db.maybeOne<OwnedHoldRules>(SQL``.append(SELECT).append(SQL`${agentId} for no key update of r`))

/** Sets the rules of an agent, whose status is locked; `undefined`: it has none. */
export async function putHoldRules(
  db: Queryable,
  agentId: string,
  rules: HoldRules | undefined,
  now: Date,
): Promise<void> {
  if (rules) {
    await db.many(SQL`
      insert into hold_rules (agent_id, posts, purchases_above, purchase_categories, updated_at)
      values (${agentId}, ${rules.posts}, ${rules.purchases_above}::numeric, ${rules.purchase_categories}::text[], ${now})
      on conflict (agent_id) do update set posts = excluded.posts, purchases_above = excluded.purchases_above,
        purchase_categories = excluded.purchase_categories, updated_at = excluded.updated_at`)
  } else await db.many(SQL`delete from hold_rules where agent_id = ${agentId}`)
  await db.many(SQL`
    update agent_status set has_hold_rules = ${rules !== undefined}
    where agent_id = ${agentId} and has_hold_rules <> ${rules !== undefined}`)
}
