import { z } from 'zod'
import { setNotificationsRead } from '../../storage/person-notifications/notification-rows.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { uuid } from '../core/schemas.ts'

export const markNotificationsRead = defineSessionTool({
  name: 'mark_notifications_read',
  description: "Mark the person's notifications up to one of them as read.",
  effect: 'write',
  idempotent: true,
  input: z.object({ through: uuid.describe('id of the newest one that was shown') }),
  output: z.object({}),
  problems: [],
  async handler({ through }, { actor, db }) {
    await setNotificationsRead(db, actor.user_id, { through })
    return {}
  },
})
