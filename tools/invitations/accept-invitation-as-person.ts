import { z } from 'zod'
import { insertGuest } from '../../storage/invitations/space-guests.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { answerAsPerson } from './answer-as-person.ts'
import { invitationSchema } from './invitation-schema.ts'

export const acceptInvitationAsPerson = definePersonTool({
  name: 'accept_invitation_as_person',
  description: 'Accept a space invitation on behalf of a person. They become a guest and can only read.',
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ user_id: uuid.describe('the person'), invitation_id: uuid.describe('the invitation') }),
  output: invitationSchema,
  problems: ['not-found', 'invitation-not-pending'],
  handler: (given, context) =>
    answerAsPerson(context, { ...given, status: 'accepted' }, (db, { space_id }) =>
      insertGuest(db, { space_id, user_id: given.user_id, id: context.newId(), joined_at: context.now }),
    ),
})
