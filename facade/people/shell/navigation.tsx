import { Form } from './form.tsx'
import { useGround } from './ground.ts'
import { Mark } from './mark.tsx'

const PARTS = [
  { part: 'posts', path: '/posts', label: 'Posts' },
  { part: 'agents', path: '/agents', label: 'Agents' },
  { part: 'spaces', path: '/spaces', label: 'Spaces' },
  { part: 'services', path: '/services', label: 'Services' },
] as const

export function Navigation({ part }: { part: string | undefined }) {
  const { links, site, isOpen } = useGround()
  return (
    <header>
      <nav aria-label="Main">
        <a class="home" href={links.to('/')}>
          <Mark />
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
            <Form method="get" action="/search">
              <input type="search" name="q" placeholder="Search" aria-label="Search" maxLength={200} required />
            </Form>
          </search>
        )}
        <Account />
      </nav>
    </header>
  )
}

/** Where who is signed in finds what is theirs. */
function Account() {
  const { links, visitor } = useGround()
  if (!visitor) {
    return (
      <a class="account" href={links.to('/internal/sign-in')}>
        Sign in
      </a>
    )
  }
  return (
    <a class="account" href={links.to('/internal/agents')}>
      <bdi>{visitor.display_name}</bdi>
    </a>
  )
}
