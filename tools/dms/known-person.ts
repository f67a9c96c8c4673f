import { findKnownPerson } from '../../storage/dms/conversations.ts'
import { opaqueUserId } from '../agents/opaque-user-id.ts'
import type { Context } from '../core/context.ts'
import { Problem } from '../core/problems/problem.ts'

export const noSuchPerson = () => new Problem('not-found', 'There is no person with this user_id whom you can message.')

/** For the id with which the agent requested its owner, which its profile shows too. */
const notTheAlias = (owner_user_id: string) =>
  new Problem('not-found', 'This is the account id of your owner. Messages go to your alias for it, owner_user_id.', {
    owner_user_id,
  })

/** A person whose conversation the agent may read; that with its owner may be empty. */
export interface Person {
  user_id: string
  conversation_id: string | null
  is_owner: boolean
}

/** The person with this alias: the agent's owner, or one with whom it has a conversation (DM-70 to DM-72). */
export async function requireKnownPerson(
  { db, actor, personKey }: Pick<Context, 'db' | 'actor' | 'personKey'>,
  userHandle: string,
): Promise<Person> {
  const { agent_id } = actor
  const { owner_id, user_id, conversation_id } = await findKnownPerson(db, agent_id, userHandle)
  if (owner_id !== null && opaqueUserId(personKey, agent_id, owner_id) === userHandle) {
    return { user_id: owner_id, conversation_id, is_owner: true }
  }
  if (user_id === null)
    throw owner_id !== null && owner_id === userHandle
      ? notTheAlias(opaqueUserId(personKey, agent_id, owner_id))
      : noSuchPerson()
  return { user_id, conversation_id, is_owner: false }
}
