import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { type Answer, answerInvitation, answerProblems } from './answer.ts'
import { answeredInvitation } from './invitation.ts'

const input = z
  .object({
    invitation_id: uuid.describe('the invitation'),
    action: z.enum(['accept', 'decline']).optional().describe('your answer'),
    accept: z.boolean().optional().describe('in place of action'),
  })
  .superRefine(({ action, accept }, { addIssue }) => {
    const fault = (name: string, message: string) => addIssue({ code: 'custom', path: [name], message })
    if (action === undefined && accept === undefined) fault('action', 'is required')
    if (action !== undefined && accept !== undefined && (action === 'accept') !== accept) {
      fault('accept', 'must say what action says')
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
  output: answeredInvitation,
  problems: answerProblems,
  example: { input: { action: 'accept' } },
  handler({ invitation_id, action, accept }, context) {
    const answer: Answer = action ?? (accept ? 'accept' : 'decline')
    return answerInvitation(context, invitation_id, answer)
  },
})
