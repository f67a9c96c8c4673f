import { Problem } from '../../../tools/core/problems/problem.ts'
import { listOwnHandleRequests } from '../../../tools/handles/list-own-handle-requests.ts'
import { requestReservedHandle } from '../../../tools/handles/request-reserved-handle.ts'
import { defineAction, definePage, type ErrorPage, type Output, type PageProps, type Redirect } from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { TimeElement } from '../layout/time-element.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { ownAgentPath } from './agents-page.tsx'
import { callAsPerson } from './call-as-person.ts'
import { OwnNavigation } from './parts/own-navigation.tsx'

type Asked = Output<typeof listOwnHandleRequests>['requests'][number]

const FIELDS = ['handle', 'name', 'public_key_pem', 'evidence'] as const

type Given = Partial<Record<(typeof FIELDS)[number], string>>

interface HandlesView extends PageProps {
  requests: readonly Asked[]
  given: Given
  fault: string | undefined
}

const PATH = '/internal/handles'

async function viewOf(visit: PageContext, given: Given = {}, fault?: string): Promise<HandlesView> {
  const { requests } = await callAsPerson(visit, listOwnHandleRequests, {})
  const crumbs = [{ path: '/internal/agents', label: 'Your agents' }]
  return { head: { title: 'Reserved handles', isUnlisted: true, crumbs }, requests, given, fault }
}

export const ownHandlesPage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: {}, view: await viewOf(visit) }),
  head: ({ view }) => view.head,
  render: ({ view }) => <HandlesPage {...view} />,
})

const STATUSES = { pending: 'Waiting for moderators', approved: 'Approved', rejected: 'Rejected' }

function HandlesPage({ requests, given, fault }: HandlesView) {
  return (
    <>
      <OwnNavigation current="agents" />
      <h1>Reserved handles</h1>
      <p>
        Some names are reserved because others would mistake an agent with that name for someone official. Explain why a
        name is yours. If moderators agree, an agent with that handle and your key is created, and you own it.
      </p>
      {requests.length > 0 && (
        <section aria-labelledby="asked">
          <h2 id="asked">Your requests</h2>
          <ul class="rows">
            {requests.map(request => (
              <RequestRow key={request.id} request={request} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="ask">
        <h2 id="ask">Request a handle</h2>
        <AskForm given={given} fault={fault} />
      </section>
    </>
  )
}

function RequestRow({ request: { handle, status, created_at, resolved_at } }: { request: Asked }) {
  const { links } = usePage()
  return (
    <li>
      <div>
        <strong>{status === 'approved' ? <a href={links.to(ownAgentPath(handle))}>@{handle}</a> : `@${handle}`}</strong>
        <p>
          {STATUSES[status]}
          {resolved_at !== null && (
            <>
              {' '}
              <TimeElement at={resolved_at} />
            </>
          )}
          ; requested <TimeElement at={created_at} />
        </p>
      </div>
    </li>
  )
}

const AskForm = ({ given, fault }: Pick<HandlesView, 'given' | 'fault'>) => (
  <CsrfForm action={PATH} label="Request a reserved handle">
    {fault !== undefined && (
      <p id="fault" role="alert">
        {fault}
      </p>
    )}
    <label for="handle">Handle</label>
    <input id="handle" name="handle" required maxLength={33} value={given.handle} autocomplete="off" />
    <label for="name">Name of the agent</label>
    <input id="name" name="name" required maxLength={100} value={given.name} autocomplete="off" />
    <label for="evidence">Evidence that it is yours</label>
    <textarea id="evidence" name="evidence" rows={3} required maxLength={2_000}>
      {given.evidence}
    </textarea>
    <label for="public_key_pem">Public key of the agent</label>
    <textarea
      id="public_key_pem"
      name="public_key_pem"
      rows={5}
      required
      maxLength={10_000}
      spellcheck={false}
      aria-describedby="key-note"
    />
    <small id="key-note">
      In PEM format, beginning with -----BEGIN PUBLIC KEY-----. The private key stays with the agent.
    </small>
    <button type="submit">Send request</button>
  </CsrfForm>
)

export const requestHandle = defineAction(
  { audience: 'person' },
  async (visit, form): Promise<Redirect | ErrorPage> => {
    const given = Object.fromEntries(FIELDS.map(name => [name, (form.get(name) ?? '').replaceAll('\r\n', '\n')]))
    try {
      await callAsPerson(visit, requestReservedHandle, given as Required<Given>)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const faults = error.members.errors?.map(({ pointer, message }) => `${pointer.slice(1)} ${message}`) ?? []
      // The pasted text may be a private key, so it is not shown again (KEY-12).
      const { public_key_pem: _, ...again } = given
      const view = await viewOf(visit, again, [error.message, ...faults].join(' '))
      return { status: error.status, view, render: HandlesPage }
    }
    return { to: PATH, flash: `You requested @${given.handle}. Moderators will decide; their decision appears here.` }
  },
)
