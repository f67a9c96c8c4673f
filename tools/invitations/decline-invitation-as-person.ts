import { z } from 'zod'
import { definePersonTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { answerAsPerson } from './answer-as-person.ts'
import { invitation } from './invitation.ts'

export const declineInvitationAsPerson = definePersonTool({
  name: 'decline_invitation_as_person',
  description: 'Decline an invitation to a space for a person.',
  effect: 'write',
  limit: 'deeds_of_people',
  input: z.object({ user_id: uuid.describe('the person'), invitation_id: uuid.describe('the invitation') }),
  output: invitation,
  problems: ['not-found', 'invitation-not-pending'],
  handler: (given, context) => answerAsPerson(context, { ...given, status: 'declined' }, async () => {}),
})
