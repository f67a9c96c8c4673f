import { z } from 'zod'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { answerAsPerson } from './answer-as-person.ts'
import { invitationSchema } from './invitation-schema.ts'

export const declineInvitationAsPerson = definePersonTool({
  name: 'decline_invitation_as_person',
  description: 'Decline a space invitation on behalf of a person.',
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ user_id: uuid.describe('the person'), invitation_id: uuid.describe('the invitation') }),
  output: invitationSchema,
  problems: ['not-found', 'invitation-not-pending'],
  handler: (given, context) => answerAsPerson(context, { ...given, status: 'declined' }, async () => {}),
})
