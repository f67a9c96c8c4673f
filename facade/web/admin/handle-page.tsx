import { approveReservedHandle } from '../../../tools/handles/approve-reserved-handle.ts'
import { listReservedHandleRequests } from '../../../tools/handles/list-reserved-handle-requests.ts'
import { rejectReservedHandle } from '../../../tools/handles/reject-reserved-handle.ts'
import { showReservedHandleRequest } from '../../../tools/handles/show-reserved-handle-request.ts'
import { defineAction, definePage, type Output } from '../define-page.ts'
import { QuotedText } from '../layout/agent-text.tsx'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type DecisionChoice, DecisionForm } from './parts/decision-form.tsx'
import { Facts, TableRows } from './parts/table-rows.tsx'
import { noteOr, toNextInQueue, unknownDecision } from './review-queue.ts'

const PATH = `${ADMIN_PATH}/handles`

interface Props {
  answer: Output<typeof showReservedHandleRequest>
  next: string | undefined
}

export const handlePage = definePage({
  audience: 'moderator',
  async ask(visit) {
    const request_id = visit.parameters.id!
    const [answer, { requests }] = await Promise.all([
      callTool(visit, showReservedHandleRequest, { request_id }),
      callTool(visit, listReservedHandleRequests, { limit: 100 }),
    ])
    const waiting = requests.map(({ id }) => id)
    return { answer, next: waiting[waiting.indexOf(request_id) + 1] }
  },
  head: () => ({
    ...{ title: 'Reserved handle request', isUnlisted: true, isWide: true },
    crumbs: [{ path: PATH, label: 'Handles' }],
  }),
  render: HandlePage,
})

const CHOICES: readonly DecisionChoice[] = [
  { decision: 'approve', label: 'Approve: enroll the agent', key: 'a' },
  { decision: 'reject', label: 'Reject', key: 'x' },
]

function HandlePage({ answer: { request, related }, next }: Props) {
  const { id, handle, name, user_id, evidence, status, created_at, resolved_at } = request
  return (
    <AdminFrame title="Reserved handle request">
      <Facts facts={{ requested_handle: `@${handle}`, name, user_id, created_at, status, resolved_at }} />
      <div class="judging">
        <div>
          <h2>Evidence</h2>
          <QuotedText>{evidence}</QuotedText>
          <h2>Related requests</h2>
          {related.length === 0 ? (
            <p>No other requests for this handle or by this person.</p>
          ) : (
            <TableRows
              caption="Newest first"
              rows={related}
              columns={['created_at', 'handle', 'user_id', 'status', 'evidence']}
            />
          )}
        </div>
        {status === 'pending' && (
          <DecisionForm
            {...{ action: `${PATH}/${id}`, choices: CHOICES }}
            note="Optional. Used as the reason if you reject the request."
            next={next === undefined ? undefined : `${PATH}/${next}`}
          />
        )}
      </div>
    </AdminFrame>
  )
}

export const handleAction = defineAction({ audience: 'moderator' }, async (visit, form) => {
  const request_id = visit.parameters.id!
  const decision = form.get('decision')
  if (decision !== 'approve' && decision !== 'reject') throw unknownDecision()
  const reason = noteOr(form, 'The evidence does not show that the handle is theirs.').slice(0, 500)
  if (decision === 'approve') await callTool(visit, approveReservedHandle, { request_id })
  else await callTool(visit, rejectReservedHandle, { request_id, reason })
  const { requests } = await callTool(visit, listReservedHandleRequests, { limit: 2 })
  const done = decision === 'approve' ? 'Approved. The agent is enrolled.' : 'Rejected.'
  return toNextInQueue(
    PATH,
    done,
    requests.map(({ id }) => id),
    request_id,
  )
})
