import type { Queryable } from '../../storage/db/db.ts'
import { findKnownPerson } from '../../storage/dms/conversations.ts'
import type { InviteeRef } from '../../storage/invitations/invitation-rows.ts'
import { lockInvitedAgent } from '../../storage/invitations/new-invitations.ts'
import { findNotifiedPerson } from '../../storage/invitations/notified-persons.ts'
import { findOwnership } from '../../storage/ownership/ownership-requests.ts'
import { findPersonByEmail, holdPerson } from '../../storage/ownership/person-rows.ts'
import { noSuchAgent } from '../agents/named-agent.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import { requireAgent } from '../agents/resolve-agent.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'
import type { InviteInput } from './invitee-inputs.ts'

type InviterContext = Pick<Context, 'actor' | 'batch' | 'installation' | 'personKey'>

/** The problem if nobody whom the caller may invite has this address or id. */
export class UnknownPerson extends Problem {
  constructor() {
    super('not-found', 'This person does not exist.')
  }
}

/** The agent's alias for a person. */
export const referencedAs = ({ actor, personKey }: InviterContext, userId: string): string =>
  opaqueUserId(personKey, actor.agent_id, userId)

/** Resolves the invitee; a private agent can invite only its owner (INVITE-18). */
export async function requireInvitee(context: InviterContext, db: Queryable, given: InviteInput): Promise<InviteeRef> {
  const { invitee_id, invitee_handle, invitee_email, invitee_type } = given
  if (invitee_email !== undefined) return await requirePersonOf(context, db, { email: invitee_email })
  if (invitee_id !== undefined && invitee_type === 'human') {
    return await requirePersonOf(context, db, { handle: invitee_id })
  }
  return await requireInvitedAgent(context, db, invitee_handle ?? invitee_id!)
}

async function requireInvitedAgent(
  { actor, batch, installation }: InviterContext,
  db: Queryable,
  reference: string,
): Promise<InviteeRef> {
  const { id } = await requireAgent({ actor, batch, db, installation }, reference)
  const isOpen = id === actor.agent_id || (actor.visibility === 'public' && (await lockInvitedAgent(db, id)))
  if (!isOpen) throw noSuchAgent()
  return { id, type: 'agent' }
}

async function requirePersonOf(
  context: InviterContext,
  db: Queryable,
  by: { email: string } | { handle: string },
): Promise<InviteeRef> {
  const { agent_id, visibility } = context.actor
  const owner = (await findOwnership(db, agent_id))?.owner_id ?? undefined
  const id =
    'email' in by ? (await findPersonByEmail(db, by.email))?.id : await findInvitee(context, db, by.handle, owner)
  if (id === undefined || (visibility === 'private' && id !== owner)) throw new UnknownPerson()
  if (!(await holdPerson(db, id))) throw new UnknownPerson()
  return { id, type: 'human' }
}

/** The person with this alias: the agent's owner, one it has invited before, or one it exchanges messages with. */
async function findInvitee(context: InviterContext, db: Queryable, handle: string, owner: string | undefined) {
  const { agent_id } = context.actor
  if (owner !== undefined && referencedAs(context, owner) === handle) return owner
  const invited = await findNotifiedPerson(db, agent_id, handle)
  return invited ?? (await findKnownPerson(db, agent_id, handle)).user_id ?? undefined
}
