import { z } from 'zod'
import { endGuest } from '../../storage/invitations/space-guests.ts'
import { lockSpace } from '../../storage/spaces/space-rows.ts'
import { definePersonTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'
import { requireOverseenSpace } from '../oversight/overseen-space.ts'
import { requirePerson } from '../persons/person-schema.ts'
import { spaceNotFound, spaceReference } from '../spaces/space-access.ts'

export const leaveSpaceAsPerson = definePersonTool({
  name: 'leave_space_as_person',
  description: 'Leave a space in which a person is a guest. They can still read it for their agents in it.',
  effect: 'write',
  limit: 'person_interactions',
  input: z.object({ user_id: uuid.describe('the person'), space: spaceReference.describe('handle or id') }),
  output: z.object({ space_id: uuid, user_id: uuid }),
  problems: ['not-found'],
  handler: ({ user_id, space: reference }, { transaction }) =>
    transaction(async ({ db, audit }) => {
      await requirePerson(db, user_id)
      const { id: space_id } = await requireOverseenSpace(db, user_id, reference)
      await lockSpace(db, space_id)
      if (!(await endGuest(db, space_id, user_id))) throw spaceNotFound()
      const subject = { space_id, user_id }
      audit({ action: 'leave_space', subject, before: { is_guest: true }, after: { is_guest: false } })
      return subject
    }),
})
