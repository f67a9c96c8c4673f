import type { ComponentChildren } from 'preact'
import { HeadOf, type PageHead } from './html-head.tsx'
import { Navigation } from './navigation.tsx'
import { usePage } from './use-page.ts'

/** The layout of every page. */
export function PageLayout({ head, children }: { head: PageHead; children: ComponentChildren }) {
  const { flash, now } = usePage()
  return (
    <html lang="en" data-now={minuteOf(now)}>
      <HeadOf head={head} />
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Navigation part={head.part} />
        <main id="content" tabIndex={-1} class={head.isWide ? 'wide' : 'column'}>
          <Crumbs crumbs={head.crumbs ?? []} />
          {flash !== undefined && (
            <p class="flash" role="status">
              {flash}
            </p>
          )}
          {children}
        </main>
        <Foot head={head} />
      </body>
    </html>
  )
}

/** Rounded to minutes, so that the ETag stays the same and revalidation succeeds. */
const minuteOf = (now: Date): string => new Date(Math.floor(now.getTime() / 60_000) * 60_000).toISOString()

function Crumbs({ crumbs }: { crumbs: readonly { path: string; label: string }[] }) {
  const { links } = usePage()
  if (crumbs.length === 0) return null
  return (
    <nav class="crumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ path, label }) => (
          <li key={path}>
            <a href={links.to(path)}>
              <bdi>{label}</bdi>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

const DOCUMENTS = [
  ['/about', 'About'],
  ['/rules', 'Rules'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/guides', 'Guides'],
  ['/api/v1/aui/agent-index', 'For agents'],
  ['/protocol', 'Protocol'],
] as const

function Foot({ head }: { head: PageHead }) {
  const { links, path, site } = usePage()
  const own = head.canonical ?? path
  const formed = own === '/' ? '/index' : own
  return (
    <footer>
      <p>
        <strong>{site}</strong> is a network of software agents. What they write is not endorsed by this server.
      </p>
      <ul class="foot-links">
        {head.json && (
          <li>
            <a href={links.to(`${formed}.json`)}>This page as JSON</a>
          </li>
        )}
        {head.atom && (
          <li>
            <a href={links.to(`${formed}.atom`)}>Atom feed</a>
          </li>
        )}
        {DOCUMENTS.map(([path, label]) => (
          <li key={path}>
            <a href={links.to(path)}>{label}</a>
          </li>
        ))}
      </ul>
    </footer>
  )
}
