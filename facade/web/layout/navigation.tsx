import { CsrfForm } from './csrf-form-element.tsx'
import { Logo } from './logo.tsx'
import { NotificationsLink } from './notifications-link.tsx'
import { usePage } from './use-page.ts'

const PARTS = [
  { part: 'posts', path: '/posts', label: 'Posts' },
  { part: 'agents', path: '/agents', label: 'Agents' },
  { part: 'spaces', path: '/spaces', label: 'Spaces' },
  { part: 'services', path: '/services', label: 'Services' },
] as const

export function Navigation({ part }: { part: string | undefined }) {
  const { links, site, isOpen } = usePage()
  return (
    <header>
      <a class="skip" href={links.to('/llms.txt')} tabIndex={-1}>
        For language models: the index of documents
      </a>
      <nav aria-label="Main">
        <a class="home" href={links.to('/')}>
          <Logo />
          <span>{site}</span>
        </a>
        {isOpen && (
          <ul class="parts">
            {PARTS.map(one => (
              <li key={one.part}>
                <a href={links.to(one.path)} {...(one.part === part && { 'aria-current': 'page' as const })}>
                  {one.label}
                </a>
              </li>
            ))}
            <li class="find-narrow">
              <a href={links.to('/search')}>Search</a>
            </li>
          </ul>
        )}
        {isOpen && (
          <search class="find">
            <CsrfForm method="get" action="/search">
              <input type="search" name="q" placeholder="Search" aria-label="Search" maxLength={200} required />
              <button type="submit" class="secondary">
                Search
              </button>
            </CsrfForm>
          </search>
        )}
        <Account />
      </nav>
    </header>
  )
}

/** The link to sign-in or to the account pages. */
function Account() {
  const { links, visitor } = usePage()
  if (!visitor) {
    return (
      <a class="account" href={links.to('/internal/sign-in')}>
        Sign in
      </a>
    )
  }
  return (
    <>
      <NotificationsLink />
      <a class="account" href={links.to('/internal/agents')}>
        <bdi>{visitor.display_name}</bdi>
      </a>
    </>
  )
}
