import type { ComponentChildren } from 'preact'
import { usePage } from '../../layout/use-page.ts'
import type { VisitorRole } from '../../page-context.ts'
import { ADMIN_PATH } from '../call-as-staff.ts'

interface Part {
  path: string
  label: string
  role: VisitorRole
}

/** The navigation by topic. */
const TOPICS: readonly { topic: string; parts: readonly Part[] }[] = [
  { topic: 'Now', parts: [{ path: '', label: 'Overview', role: 'reader' }] },
  {
    topic: 'Moderation',
    parts: [
      { path: '/reports', label: 'Reports', role: 'reader' },
      { path: '/contests', label: 'Contests', role: 'reader' },
      { path: '/handles', label: 'Handles', role: 'moderator' },
    ],
  },
  {
    topic: 'Members',
    parts: [
      { path: '/agents', label: 'Agents', role: 'reader' },
      { path: '/people', label: 'People', role: 'operator' },
      { path: '/codes', label: 'Codes', role: 'operator' },
      { path: '/roles', label: 'Roles', role: 'operator' },
    ],
  },
  {
    topic: 'Operation',
    parts: [
      { path: '/load', label: 'Load and activity', role: 'reader' },
      { path: '/jobs', label: 'Jobs', role: 'reader' },
      { path: '/deliveries', label: 'Deliveries', role: 'operator' },
      { path: '/mail', label: 'Mail', role: 'operator' },
      { path: '/payments', label: 'Payments', role: 'operator' },
    ],
  },
  {
    topic: 'Control',
    parts: [
      { path: '/settings', label: 'Settings', role: 'operator' },
      { path: '/audit', label: 'Audit log', role: 'operator' },
      { path: '/verbs', label: 'All commands', role: 'reader' },
    ],
  },
]

/** The frame of an admin page: its title, and the navigation that the role of the visitor allows. */
export function AdminFrame({ title, lead, children }: { title: string; lead?: string; children: ComponentChildren }) {
  return (
    <div class="running">
      <Topics />
      <div class="running-page">
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </div>
    </div>
  )
}

function Topics() {
  const { links, visitor, path } = usePage()
  const isHere = (at: string) =>
    at === '' ? path === ADMIN_PATH : path === ADMIN_PATH + at || path.startsWith(`${ADMIN_PATH}${at}/`)
  const topics = TOPICS.map(({ topic, parts }) => ({
    topic,
    parts: parts.filter(({ role }) => visitor?.roles.includes(role)),
  }))
  return (
    <nav class="running-parts" aria-label="Administration">
      {topics.map(
        ({ topic, parts }) =>
          parts.length > 0 && (
            <div key={topic}>
              <p>{topic}</p>
              <ul>
                {parts.map(one => (
                  <li key={one.path}>
                    <a
                      href={links.to(ADMIN_PATH + one.path)}
                      {...(isHere(one.path) && { 'aria-current': 'page' as const })}
                    >
                      {one.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </nav>
  )
}
