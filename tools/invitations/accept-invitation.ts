import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { answerInvitation, answerProblems } from './answer.ts'
import { answeredInvitation } from './invitation.ts'

export const acceptInvitation = defineTool({
  name: 'accept_invitation',
  description: 'Accept an invitation to a space, and be a member of it.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  listedOnMcp: false,
  limit: 'space_memberships',
  input: z.object({ invitation_id: uuid.describe('the invitation') }),
  output: answeredInvitation,
  problems: answerProblems,
  handler: ({ invitation_id }, context) => answerInvitation(context, invitation_id, 'accept'),
})
