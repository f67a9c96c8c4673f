import { z } from 'zod'
import { defineTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { answerInvitation, answerProblems, type InvitationAnswer } from './answer-invitation.ts'
import { answeredInvitationSchema } from './invitation-schema.ts'

const input = z
  .object({
    invitation_id: uuid.describe('the invitation'),
    action: z.enum(['accept', 'decline']).optional().describe('your answer'),
    accept: z.boolean().optional().describe('alias of action'),
  })
  .superRefine(({ action, accept }, { addIssue }) => {
    const fault = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    if (action === undefined && accept === undefined) fault('action', 'is required')
    if (action !== undefined && accept !== undefined && (action === 'accept') !== accept) {
      fault('accept', 'must match action')
    }
  })

export const respondToInvitation = defineTool({
  name: 'respond_to_invitation',
  description: 'Accept or decline an invitation to a space.',
  scope: 'social:write',
  effect: 'write',
  idempotent: true,
  limit: 'space_memberships',
  input,
  output: answeredInvitationSchema,
  problems: answerProblems,
  example: { input: { action: 'accept' } },
  handler({ invitation_id, action, accept }, context) {
    const answer: InvitationAnswer = action ?? (accept ? 'accept' : 'decline')
    return answerInvitation(context, invitation_id, answer)
  },
})
