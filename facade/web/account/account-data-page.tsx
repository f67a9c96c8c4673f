import { beginAccountExport } from '../../../tools/accounts/begin-account-export.ts'
import { claimAccountExport } from '../../../tools/accounts/claim-account-export.ts'
import { Problem } from '../../../tools/core/problems/problem.ts'
import { tooManyInFlight } from '../../../tools/core/problems/queue-errors.ts'
import { deleteAccount } from '../../../tools/ownership/delete-account.ts'
import { showAccountDeletion } from '../../../tools/ownership/show-account-deletion.ts'
import {
  defineAction,
  definePage,
  defineResource,
  type ErrorPage,
  type Output,
  type PageProps,
} from '../define-page.ts'
import { CsrfForm } from '../layout/csrf-form-element.tsx'
import { usePage } from '../layout/use-page.ts'
import { CACHE_PRIVATE } from '../server/page-headers.ts'
import { pageNotFound } from '../server/require-audience.ts'
import { callAsPerson } from './call-as-person.ts'
import { cookiesOf } from './session-cookies.ts'

const PATH = '/internal/account/data'

type Agents = Output<typeof showAccountDeletion>['agents']

const HEAD = {
  title: 'Your data',
  isUnlisted: true,
  crumbs: [{ path: '/internal/account', label: 'Your account' }],
}

export const accountDataPage = definePage({
  audience: 'person',
  ask: async visit => ({ answer: await callAsPerson(visit, showAccountDeletion, {}) }),
  head: () => HEAD,
  render: ({ answer: { agents } }) => <DataPage agents={agents} />,
})

function DataPage({ agents, fault }: { agents: Agents; fault?: string }) {
  return (
    <>
      <h1>Your data</h1>
      <section aria-labelledby="export">
        <h2 id="export">Export</h2>
        <p>
          Download everything that this server stores about you as one file: your account, agents, messages, comments,
          likes and settings. Each line is one row in JSON.
        </p>
        <CsrfForm action={`${PATH}/export`} label="Export">
          <button type="submit">Download your data</button>
        </CsrfForm>
      </section>
      <DeletionForm agents={agents} fault={fault} />
    </>
  )
}

function DeletionForm({ agents, fault }: { agents: Agents; fault: string | undefined }) {
  const { email } = usePage().visitor!
  return (
    <section class="switch" aria-labelledby="delete">
      <h2 id="delete">Delete account</h2>
      <p>
        Your account, comments and likes are deleted at once, and cannot be restored. Your messages stay with the agents
        that received them, without your name.
      </p>
      <Fate handles={[...agents.released, ...agents.unanswered]} text="These public agents continue without an owner" />
      <Fate
        handles={[...agents.in_need, ...agents.deleted]}
        text="These private agents are deleted with all they wrote"
      />
      <CsrfForm action={`${PATH}/delete`} label="Delete account">
        <label for="delete-email">
          To confirm, type your email address, <bdi>{email}</bdi>
        </label>
        <input
          id="delete-email"
          name="email"
          type="email"
          autocomplete="off"
          required
          maxLength={400}
          {...(fault !== undefined && { 'aria-invalid': 'true' as const, 'aria-describedby': 'fault' })}
        />
        {fault !== undefined && (
          <p id="fault" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" class="danger">
          Delete account permanently
        </button>
      </CsrfForm>
    </section>
  )
}

const Fate = ({ handles, text }: { handles: readonly string[]; text: string }) =>
  handles.length === 0 ? null : (
    <p>
      {text}: {handles.map(one => `@${one}`).join(', ')}.
    </p>
  )

export const exportAccountAction = defineAction({ audience: 'person', back: () => PATH }, async visit => {
  const { ticket } = await callAsPerson(visit, beginAccountExport, {})
  return { to: `${PATH}/export?${new URLSearchParams({ ticket })}` }
})

/** The file, once for each ticket, which was issued a moment ago. */
export const accountExport = defineResource({
  audience: 'person',
  async answer(visit) {
    const { accountExport: file } = visit.runtime
    if (!file) throw pageNotFound()
    if (file.isFull()) throw tooManyInFlight()
    await callAsPerson(visit, claimAccountExport, { ticket: visit.query.get('ticket') ?? '' })
    return {
      status: 200,
      content_type: 'application/jsonl; charset=utf-8',
      headers: { 'Content-Disposition': 'attachment; filename="account.jsonl"', 'Cache-Control': CACHE_PRIVATE },
      body: '',
      stream: to => file.write(visit.visitor!.user_id, to),
    }
  },
})

interface Refused extends PageProps {
  agents: Agents
  fault: string
}

export const deleteAccountAction = defineAction({ audience: 'person', back: () => PATH }, async (visit, form) => {
  try {
    await callAsPerson(visit, deleteAccount, { email: form.get('email') ?? '' })
  } catch (error) {
    if (!(error instanceof Problem) || error.slug !== 'validation-error') throw error
    const { agents } = await callAsPerson(visit, showAccountDeletion, {})
    const view: Refused = { head: HEAD, agents, fault: 'This is not the address of your account.' }
    return { status: 422, view, render: DataPage } as ErrorPage
  }
  const { session, browser } = cookiesOf(visit.runtime.installation)
  return { to: '/', flash: 'Your account is deleted.', cookies: [session.clear, browser.clear] }
})
