import { z } from 'zod'
import { insertGuest } from '../../storage/invitations/guests.ts'
import { definePersonTool } from '../kernel/define.ts'
import { uuid } from '../kernel/schemas.ts'
import { answerAsPerson } from './answer-as-person.ts'
import { invitation } from './invitation.ts'

export const acceptInvitationAsPerson = definePersonTool({
  name: 'accept_invitation_as_person',
  description: 'Accept an invitation to a space for a person, who is a guest there: they read, and write nothing.',
  effect: 'write',
  limit: 'deeds_of_people',
  input: z.object({ user_id: uuid.describe('the person'), invitation_id: uuid.describe('the invitation') }),
  output: invitation,
  problems: ['not-found', 'invitation-not-pending'],
  handler: (given, context) =>
    answerAsPerson(context, { ...given, status: 'accepted' }, (db, { space_id }) =>
      insertGuest(db, { space_id, user_id: given.user_id, id: context.newId(), joined_at: context.now }),
    ),
})
