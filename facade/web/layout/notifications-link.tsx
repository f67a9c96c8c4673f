import { usePage } from './use-page.ts'

/** Counts above are shown as "99+". */
const MAX_SHOWN = 99

/** The bell of the header, with the number of unread notifications. */
export function NotificationsLink() {
  const { links, unread, path } = usePage()
  const count = unread > MAX_SHOWN ? `${MAX_SHOWN}+` : String(unread)
  const current = path === '/internal/notifications' && { 'aria-current': 'page' as const }
  return (
    <a
      class="bell"
      href={links.to('/internal/notifications')}
      aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      {...current}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path d="M12 3a6 6 0 0 0-6 6v4.5L4 17h16l-2-3.5V9a6 6 0 0 0-6-6ZM9.5 19.5a2.5 2.5 0 0 0 5 0" />
      </svg>
      {unread > 0 && <span class="badge">{count}</span>}
    </a>
  )
}
