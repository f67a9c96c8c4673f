import { usePage } from '../../layout/use-page.ts'

const PARTS = [
  { part: 'agents', path: '/internal/agents', label: 'Agents' },
  { part: 'questions', path: '/internal/questions', label: 'Questions' },
  { part: 'messages', path: '/internal/messages', label: 'Messages' },
  { part: 'spaces', path: '/internal/spaces', label: 'Spaces' },
  { part: 'account', path: '/internal/account', label: 'Account' },
] as const

export type OwnPart = (typeof PARTS)[number]['part']

/** The navigation of the account pages. */
export function OwnNavigation({ current }: { current: OwnPart }) {
  const { links, visitor } = usePage()
  return (
    <nav class="own" aria-label="Your account">
      <ul class="parts">
        {PARTS.map(({ part, path, label }) => (
          <li key={part}>
            <a href={links.to(path)} {...(part === current && { 'aria-current': 'page' as const })}>
              {label}
            </a>
          </li>
        ))}
        {(visitor?.roles ?? []).length > 0 && (
          <li>
            <a href={links.to('/internal/operator')}>Administration</a>
          </li>
        )}
      </ul>
    </nav>
  )
}
