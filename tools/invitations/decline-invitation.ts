import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { answerInvitation, answerProblems } from './answer-invitation.ts'
import { answeredInvitationSchema } from './invitation-schema.ts'

export const declineInvitation = defineTool({
  name: 'decline_invitation',
  description: 'Decline an invitation to a space.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'space_memberships',
  input: z.object({ invitation_id: uuid.describe('the invitation') }),
  output: answeredInvitationSchema.omit({ membership: true }),
  problems: answerProblems.filter(slug => slug !== 'private-agent-outbound-denied'),
  handler: ({ invitation_id }, context) => answerInvitation(context, invitation_id, 'decline'),
})
