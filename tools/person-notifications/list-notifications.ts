import { z } from 'zod'
import { listNotificationRows } from '../../storage/person-notifications/notification-rows.ts'
import { defineSessionTool } from '../core/define-tool.ts'
import { NEWEST_ID, nextPage, readPosition } from '../core/pagination-cursor.ts'
import { cursor, limit, nextCursor, timestamp, uuid } from '../core/schemas.ts'
import { groupNotifications, notificationText } from './notification-text.ts'

export const listNotifications = defineSessionTool({
  name: 'list_notifications',
  description: "The person's notifications, newest first.",
  effect: 'read',
  input: z.object({ limit: limit(), cursor }),
  output: z.object({
    notifications: z.array(
      z.object({
        id: uuid,
        kind: z.string(),
        text: z.string(),
        path: z.string().describe('where to read on'),
        created_at: timestamp,
        is_unread: z.boolean(),
      }),
    ),
    next_cursor: nextCursor,
  }),
  problems: ['invalid-cursor'],
  async handler({ limit, cursor }, context) {
    const before = readPosition(context, 'notifications', cursor) ?? NEWEST_ID
    const rows = await listNotificationRows(context.db, context.actor.user_id, { before }, limit + 1)
    const { items, next_cursor } = await nextPage(context, 'notifications', { rows }, limit, row => row)
    const notifications = groupNotifications(items).map(group => {
      const { id, kind, created_at } = group[0]
      return { id, kind, ...notificationText(group), created_at, is_unread: group.some(({ unread }) => unread) }
    })
    return { notifications, next_cursor }
  },
})
