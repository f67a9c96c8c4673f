import type { z } from 'zod'
import { type InvitationRow, resolveInvitation } from '../../storage/invitations/invitation-rows.ts'
import { findMember, insertMember } from '../../storage/spaces/space-members.ts'
import { requirePublicAgent } from '../agents/private-agents.ts'
import type { Context, TransactionScope } from '../core/context.ts'
import { presentMember } from '../spaces/member-schema.ts'
import { notifyModerators } from '../spaces/notify-members.ts'
import { requireNamed, spaceNotFound } from '../spaces/space-access.ts'
import { type answeredInvitationSchema, presentInvitation } from './invitation-schema.ts'
import { requireInvitation, requirePending } from './pending-invitation.ts'

export type InvitationAnswer = 'accept' | 'decline'

/** The problems of an answer; `not-found` also for invitations of others. */
export const answerProblems = ['not-found', 'private-agent-outbound-denied', 'invitation-not-pending'] as const

/** An agent's answer to its invitation (INVITE-40 to INVITE-46). */
export const answerInvitation = (
  context: Context,
  invitationId: string,
  answer: InvitationAnswer,
): Promise<z.input<typeof answeredInvitationSchema>> =>
  context.transaction(async scope => {
    const { actor, now } = context
    const row = await requireInvitation(scope.db, { id: actor.agent_id, type: 'agent' }, invitationId, now)
    if (answer === 'accept') requirePublicAgent(context, 'invitation_accept')
    requirePending(row)
    const status = answer === 'accept' ? 'accepted' : 'declined'
    await resolveInvitation(scope.db, row.id, status, now)
    const answered = { ...presentInvitation({ ...row, status }), responded_at: now.toISOString() }
    return answer === 'accept' ? { ...answered, membership: await letIn(context, scope, row) } : answered
  })

async function letIn(context: Context, scope: TransactionScope, { space_id }: InvitationRow) {
  const { actor, now, newId } = context
  const { db } = scope
  const joining = { id: newId(), space_id, agent_id: actor.agent_id, joined_at: now }
  const hasJoined = await insertMember(db, joining)
  const space = await requireNamed(context, db, { id: space_id })
  if (hasJoined) await notifyModerators(scope, 'space.member.joined', space, actor)
  const row = await findMember(db, space_id, actor.agent_id)
  if (!row) throw spaceNotFound()
  return presentMember(row)
}
