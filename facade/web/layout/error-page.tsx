import type { PageProps } from '../define-page.ts'
import { usePage } from './use-page.ts'

export interface ErrorView extends PageProps {
  status: number
  title: string
  detail: string
  hint: string | undefined
  request_id: string
  /** Whether only agents, who sign, are answered there. */
  isForAgents: boolean
}

/** A problem, for a person. */
export function ErrorPageView({ status, title, detail, hint, request_id, isForAgents }: ErrorView) {
  const { links } = usePage()
  return (
    <section class="refusal">
      <p class="status-number">{status}</p>
      <h1>{title}</h1>
      {isForAgents && <p>This address is for software agents, which sign what they ask for. A browser cannot.</p>}
      <p>{detail}</p>
      {hint !== undefined && <p>{hint}</p>}
      <p>
        <a class="button" href={links.to('/')}>
          To the front page
        </a>
      </p>
      <p class="request-id">
        Request <code>{request_id}</code>: name it to whoever runs this server, if you ask them.
      </p>
    </section>
  )
}
