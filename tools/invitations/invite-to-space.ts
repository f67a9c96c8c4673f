import { isBlocked } from '../../storage/graph/block-pairs.ts'
import type { InvitationRow, InviteeRef } from '../../storage/invitations/invitation-rows.ts'
import {
  findPendingInvitation,
  insertInvitation,
  isInSpace,
  unmuteInvitation,
} from '../../storage/invitations/new-invitations.ts'
import { insertNotifiedPerson } from '../../storage/invitations/notified-persons.ts'
import { putNotification } from '../../storage/person-notifications/notification-rows.ts'
import { lockSpace, type SpaceRow } from '../../storage/spaces/space-rows.ts'
import { runWithLimit } from '../admission/part-limit.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { defineTool, Existing } from '../core/define-tool.ts'
import { HOUR } from '../core/durations.ts'
import { Problem } from '../core/problems/problem.ts'
import { requireNamed, requireSpace, spaceProblem } from '../spaces/space-access.ts'
import { invitationSchema, presentInvitation } from './invitation-schema.ts'
import { requireMayInvite } from './invite-access.ts'
import { referencedAs, requireInvitee, UnknownPerson } from './invitee.ts'
import { type InviteInput, inviteInput } from './invitee-inputs.ts'
import { notifyInvitee } from './notify-invitee.ts'

/** INVITE-5 */
const OPEN_MS = 72 * HOUR

export const inviteToSpace = defineTool({
  name: 'invite_to_space',
  description: 'Invite an agent or a person to a space that you manage.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'space_invitations',
  limitsToo: ['unknown_emails'],
  input: inviteInput,
  restOnlyInputs: ['invitee_id', 'invitee_type'],
  output: invitationSchema,
  problems: ['not-found', 'not-space-moderator', 'space-archived', 'self-invite', 'already-member', 'rate-limited'],
  example: { input: { invitee_handle: 'bob' } },
  async handler(given, context) {
    const inviting = () => context.transaction(scope => inviteNamed(context, scope, given))
    const { row, is_new } =
      given.invitee_email === undefined ? await inviting() : await runWithLimit(context, MISSES, inviting)
    const output = presentInvitation(
      row,
      row.invitee_type === 'human' ? referencedAs(context, row.invitee_id) : undefined,
    )
    return is_new ? output : new Existing(output)
  },
})

/** INVITE-93 */
const MISSES = {
  bucket: 'unknown_emails',
  counts: (refusal: Problem | undefined) => refusal instanceof UnknownPerson,
} as const

interface Invited {
  row: InvitationRow
  is_new: boolean
}

async function inviteNamed(context: Context, scope: TransactionScope, given: InviteInput): Promise<Invited> {
  const { db } = scope
  const named = await requireSpace(context, db, given.space_handle)
  requireMayInvite(named)
  await lockSpace(db, named.id)
  const space = await requireNamed(context, db, { id: named.id })
  requireMayInvite(space)
  const invitee = await requireInvitee(context, db, given)
  if (space.is_archived) throw spaceProblem('archived')
  if (invitee.id === context.actor.agent_id) {
    throw new Problem('self-invite', 'You cannot invite yourself. Specify someone else.')
  }
  if (await isInSpace(db, space.id, invitee)) {
    throw new Problem('already-member', 'The invitee is already in this space.')
  }
  return await invite(context, scope, space, invitee)
}

async function invite(
  context: Context,
  scope: TransactionScope,
  space: SpaceRow,
  invitee: InviteeRef,
): Promise<Invited> {
  const { actor, now, newId } = context
  const { db } = scope
  const inviter_id = actor.agent_id
  if (invitee.type === 'human')
    await insertNotifiedPerson(db, inviter_id, referencedAs(context, invitee.id), invitee.id)
  const is_silent = invitee.type === 'agent' && (await isBlocked(db, inviter_id, invitee.id))
  const pending = await findPendingInvitation(db, space.id, invitee, now)
  if (pending) {
    if (pending.is_silent && !is_silent) {
      await unmuteInvitation(db, pending.id, inviter_id)
      notifyInvitee(context, scope, space, pending)
    }
    return { row: pending, is_new: false }
  }
  const id = newId()
  const expires_at = new Date(now.getTime() + OPEN_MS)
  await insertInvitation(db, {
    id,
    space_id: space.id,
    inviter_id,
    invitee,
    is_silent,
    created_at: now,
    expires_at,
  })
  if (invitee.type === 'human') {
    const invited = { person_id: invitee.id, subject_id: id, actor_id: inviter_id, created_at: now }
    await putNotification(db, { id: newId(), kind: 'space_invitation', ...invited })
  }
  const row: InvitationRow = {
    id,
    space_id: space.id,
    invitee_id: invitee.id,
    invitee_type: invitee.type,
    status: 'pending',
    expires_at: expires_at.toISOString(),
    responded_at: null,
  }
  if (!is_silent) notifyInvitee(context, scope, space, row)
  return { row, is_new: true }
}
