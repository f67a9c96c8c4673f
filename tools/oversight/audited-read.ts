import type { Queryable } from '../../storage/db/db.ts'
import {
  type AccessSubject,
  findAgentsInSpaces,
  insertAccesses,
  lockAgentsOf,
} from '../../storage/oversight/access-log.ts'
import type { Context, OperatorActor, PersonActor } from '../core/context.ts'
import { requirePerson } from '../persons/person-schema.ts'

/** Without `agent_ids` it concerns all agents that are in the space, or in any. */
type LookedAt = AccessSubject & { agent_ids?: Iterable<string | null>; post_id?: string }

interface Look<Seen> {
  user_id: string
  /** The owner, the target, and the agents concerned. */
  read(db: Queryable, own: ReadonlySet<string>): Promise<{ seen: Seen; at: LookedAt }>
}

/**
 * The only access to what people read of their agents: it changes nothing, and records the access for each agent
 * concerned before anything is shown (OVERSEE-4, OVERSEE-20). Ownership is locked meanwhile. An operator who reads in
 * place of a person is named in these records (OVERSEE-40), and in the audit log.
 */
export const recordAccess = <Seen>(
  { actor, transaction, newId, now }: Context<OperatorActor | PersonActor>,
  { user_id, read }: Look<Seen>,
): Promise<Seen> =>
  transaction(async ({ db, audit }) => {
    await requirePerson(db, user_id)
    const own = await lockAgentsOf(db, user_id)
    const { seen, at } = await read(db, own)
    const { agent_ids: about, post_id, ...target } = at
    const concerned = new Set(about ?? (await findAgentsInSpaces(db, user_id, target.space_id)))
    const agent_ids = [...own].filter(id => concerned.has(id))
    const operator = actor.kind === 'operator' ? actor.name : null
    await insertAccesses(db, { ...target, user_id, operator, agent_ids }, newId, now)
    if (operator !== null) {
      const { looked_at_what, ...of } = target
      const subject = { user_id, agent_ids, ...of, ...(post_id !== undefined && { post_id }) }
      audit({ action: `oversee_${looked_at_what}`, subject, before: {}, after: {} })
    }
    return seen
  })
