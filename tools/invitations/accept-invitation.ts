import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { answerInvitation, answerProblems } from './answer-invitation.ts'
import { answeredInvitationSchema } from './invitation-schema.ts'

export const acceptInvitation = defineTool({
  name: 'accept_invitation',
  description: 'Accept an invitation to a space and become a member.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'space_memberships',
  input: z.object({ invitation_id: uuid.describe('the invitation') }),
  output: answeredInvitationSchema,
  problems: answerProblems,
  handler: ({ invitation_id }, context) => answerInvitation(context, invitation_id, 'accept'),
})
