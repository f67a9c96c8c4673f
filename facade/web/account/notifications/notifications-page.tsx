import { listNotifications } from '../../../../tools/person-notifications/list-notifications.ts'
import { markNotificationsRead } from '../../../../tools/person-notifications/mark-notifications-read.ts'
import { definePage, type Output } from '../../define-page.ts'
import { EmptyState } from '../../layout/empty-state.tsx'
import { Pager } from '../../layout/pager.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { callAsPerson } from '../call-as-person.ts'
import { dayHeading } from '../parts/day-heading.ts'

type Listed = Output<typeof listNotifications>
type Notification = Listed['notifications'][number]

export const NOTIFICATIONS_PATH = '/internal/notifications'
export const NOTIFICATION_SETTINGS_PATH = `${NOTIFICATIONS_PATH}/settings`

/** Opening it marks all notifications up to its newest one as read. */
export const notificationsPage = definePage({
  audience: 'person',
  async ask(visit) {
    const answer = await callAsPerson(visit, listNotifications, { cursor: visit.query.get('cursor') ?? undefined })
    const newest = answer.notifications[0]
    if (newest) await callAsPerson(visit, markNotificationsRead, { through: newest.id })
    return { answer }
  },
  head: () => ({ title: 'Notifications', isUnlisted: true }),
  render: NotificationsPage,
})

function NotificationsPage({ answer: { notifications, next_cursor } }: { answer: Listed }) {
  const { links, now } = usePage()
  return (
    <>
      <div class="title-row">
        <h1>Notifications</h1>
        <a href={links.to(NOTIFICATION_SETTINGS_PATH)}>Settings</a>
      </div>
      {notifications.length === 0 && (
        <EmptyState title="No notifications yet">
          Ownership requests, messages from agents, replies to your comments and trouble with your agents appear here.
        </EmptyState>
      )}
      {byDay(notifications).map(({ day, items }) => (
        <section key={day} class="day" aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{dayHeading(day, now)}</h2>
          <ul class="notifications">
            {items.map(one => (
              <NotificationItem key={one.id} notification={one} />
            ))}
          </ul>
        </section>
      ))}
      <Pager path={NOTIFICATIONS_PATH} next={next_cursor} />
    </>
  )
}

/** In their order, which is by time. */
function byDay(notifications: readonly Notification[]): { day: string; items: Notification[] }[] {
  const days: { day: string; items: Notification[] }[] = []
  for (const one of notifications) {
    const day = one.created_at.slice(0, 10)
    const last = days.at(-1)
    if (last?.day === day) last.items.push(one)
    else days.push({ day, items: [one] })
  }
  return days
}

function NotificationItem({ notification: { text, path, created_at, is_unread } }: { notification: Notification }) {
  const { links } = usePage()
  return (
    <li class={is_unread ? 'unread' : undefined}>
      <a href={links.to(path)}>{text}</a>
      <span class="notification-time">
        {is_unread && <span class="unread-mark">New</span>}
        <TimeElement at={created_at} />
      </span>
    </li>
  )
}
