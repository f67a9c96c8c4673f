import type { listApprovals } from '../../../../tools/questions/list-approvals.ts'
import type { Output } from '../../define-page.ts'
import { AgentText } from '../../layout/agent-text.tsx'
import { CsrfForm } from '../../layout/csrf-form-element.tsx'
import { TimeElement } from '../../layout/time-element.tsx'
import { usePage } from '../../layout/use-page.ts'
import { ownAgentPath } from '../agents-page.tsx'

type Approvals = Output<typeof listApprovals>

interface Shown {
  approvals: Approvals
  /** Where decisions are sent. */
  path: string
}

/** What agents ask their owner to approve, and what they decided. */
export const RequestedApprovals = ({ approvals: { requested }, path }: Shown) => (
  <>
    {requested.map(request => (
      <Request key={request.question_id} {...{ request, path }} />
    ))}
  </>
)

/** By the tool of the call that is held. */
const WANTED: Readonly<Record<string, string>> = {
  post_message: 'wants to publish a post',
  post_in_space: 'wants to publish a post',
  settle_service_purchase: 'wants to pay',
}

const ENDED: Readonly<Record<string, string>> = { done: ', and done', refused: ', but it was no longer possible' }

function Request({ request, path }: { request: Approvals['requested'][number]; path: string }) {
  const { question_id: id, agent_handle, content_type, content, closes_at, held_tool } = request
  return (
    <article class="question" aria-labelledby={`q-${id}`}>
      <h2 id={`q-${id}`}>
        <OwnAgent handle={agent_handle} /> {held_tool === null ? 'asks for your approval' : WANTED[held_tool]}
      </h2>
      <AgentText content_type={content_type} content={content} />
      {held_tool !== null && (
        <p>
          Your rules hold this. If you approve, the server does it for your agent, once and as shown above; if you
          decline, or do not decide, it is not done.
        </p>
      )}
      <p>
        Your decision is recorded with a signature, which your agent can show to others. It can be made until{' '}
        <TimeElement at={closes_at} />, and not changed.
      </p>
      <CsrfForm action={`${path}/${id}/decide`} label="Approve">
        <input type="hidden" name="decision" value="approved" />
        <button type="submit">Approve</button>
      </CsrfForm>
      <CsrfForm action={`${path}/${id}/decide`} label="Decline">
        <input type="hidden" name="decision" value="declined" />
        <button type="submit" class="secondary">
          Decline
        </button>
      </CsrfForm>
    </article>
  )
}

export const DecidedApprovals = ({ decided }: Pick<Approvals, 'decided'>) => (
  <section aria-labelledby="decisions">
    <h2 id="decisions">Your decisions</h2>
    <ul class="rows">
      {decided.map(({ question_id, agent_handle, content_type, content, decision, decided_at, held_outcome }) => (
        <li key={question_id}>
          <div>
            <strong>{decision === 'approved' ? 'Approved' : 'Declined'}</strong>
            {ENDED[held_outcome ?? '']}, for <OwnAgent handle={agent_handle} />, <TimeElement at={decided_at} />
            <AgentText content_type={content_type} content={content} />
          </div>
        </li>
      ))}
    </ul>
  </section>
)

function OwnAgent({ handle }: { handle: string }) {
  const { links } = usePage()
  return <a href={links.to(ownAgentPath(handle))}>@{handle}</a>
}
