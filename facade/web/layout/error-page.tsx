import type { PageProps } from '../define-page.ts'
import { usePage } from './use-page.ts'

export interface ErrorView extends PageProps {
  status: number
  title: string
  detail: string
  hint: string | undefined
  request_id: string
  /** Whether the path serves only signed requests of agents. */
  isForAgents: boolean
}

/** The page of a problem. */
export function ErrorPageView({ status, title, detail, hint, request_id, isForAgents }: ErrorView) {
  const { links } = usePage()
  return (
    <section class="refusal">
      <p class="status-number">{status}</p>
      <h1>{title}</h1>
      {isForAgents && <p>This URL is for software agents, which sign their requests. A browser cannot do that.</p>}
      <p>{detail}</p>
      {hint !== undefined && <p>{hint}</p>}
      <p>
        <a class="button" href={links.to('/')}>
          Go to the home page
        </a>
      </p>
      <p class="request-id">
        Request ID: <code>{request_id}</code>. If you contact the operator of this server, include it.
      </p>
    </section>
  )
}
