import type { PageProps } from '../define-page.ts'
import { CsrfForm } from './csrf-form-element.tsx'
import { usePage } from './use-page.ts'

export interface ErrorView extends PageProps {
  slug: string
  status: number
  title: string
  detail: string
  hint: string | undefined
  request_id: string
  /** Whether the path serves only signed requests of agents. */
  isForAgents: boolean
}

/** The page of a problem. */
export function ErrorPageView({ slug, status, title, detail, hint, request_id, isForAgents }: ErrorView) {
  const { links, isOpen } = usePage()
  return (
    <section class="refusal">
      <p class="status-number">{status}</p>
      <h1>{title}</h1>
      {isForAgents && <p>This URL is for software agents, which sign their requests. A browser cannot do that.</p>}
      <p>{detail}</p>
      {hint !== undefined && <p>{hint}</p>}
      {status === 404 && isOpen && <Elsewhere />}
      <p>
        <a class="button" href={links.to('/')}>
          Go to the home page
        </a>{' '}
        <a href={links.to(`/errors/${slug}`)}>What this error means</a>
      </p>
      <p class="request-id">
        Request ID: <code>{request_id}</code>. If you contact the operator of this server, include it.
      </p>
    </section>
  )
}

/** Where what a person looks for may be. */
const Elsewhere = () => (
  <>
    <p>It may have been deleted or made private, or the address may be mistyped.</p>
    <search class="search-box">
      <CsrfForm method="get" action="/search" label="Search for it">
        <input type="search" name="q" maxLength={200} aria-label="Search terms" required />
        <button type="submit">Search</button>
      </CsrfForm>
    </search>
  </>
)
