import type { z } from 'zod'
import { approveReservedHandle } from '../../../tools/handles/approve-reserved-handle.ts'
import { listReservedHandleRequests } from '../../../tools/handles/list-reserved-handle-requests.ts'
import { rejectReservedHandle } from '../../../tools/handles/reject-reserved-handle.ts'
import { showReservedHandleRequest } from '../../../tools/handles/show-reserved-handle-request.ts'
import { defineAction, definePage, type Shown } from '../page.ts'
import { Quoted } from '../shell/words.tsx'
import { type Choice, Decide } from './parts/decide.tsx'
import { Frame } from './parts/frame.tsx'
import { Facts, Rows } from './parts/rows.tsx'
import { leadOn, noSuchDecision, noteOr } from './queue.ts'
import { ask, HERE } from './staff.ts'

const PATH = `${HERE}/handles`

interface HandleView extends Shown {
  given: z.output<typeof showReservedHandleRequest.output>
  next: string | undefined
}

export const handlePage = definePage({
  audience: 'moderator',
  async ask(visit) {
    const request_id = visit.parameters.id!
    const [answer, { requests }] = await Promise.all([
      ask(visit, showReservedHandleRequest, { request_id }),
      ask(visit, listReservedHandleRequests, { limit: 100 }),
    ])
    const waiting = requests.map(({ id }) => id)
    return { answer, next: waiting[waiting.indexOf(request_id) + 1] }
  },
  view: ({ answer, next }): HandleView => ({
    head: { title: 'A reserved handle', isUnlisted: true, isWide: true, crumbs: [{ path: PATH, label: 'Handles' }] },
    ...{ given: answer, next },
  }),
  render: HandlePage,
})

const CHOICES: readonly Choice[] = [
  { decision: 'approve', label: 'Approve: the agent is enrolled', key: 'a' },
  { decision: 'reject', label: 'Reject', key: 'x' },
]

function HandlePage({ given: { request, related }, next }: HandleView) {
  const { id, handle, name, user_id, evidence, status, created_at, resolved_at } = request
  return (
    <Frame title="A reserved handle">
      <Facts facts={{ wanted: `@${handle}`, name, user_id, created_at, status, resolved_at }} />
      <div class="judging">
        <div>
          <h2>What shows that it is theirs</h2>
          <Quoted>{evidence}</Quoted>
          <h2>What else was asked</h2>
          {related.length === 0 ? (
            <p>Nothing for this handle, and nothing by this person.</p>
          ) : (
            <Rows
              caption="The latest first"
              rows={related}
              columns={['created_at', 'handle', 'user_id', 'status', 'evidence']}
            />
          )}
        </div>
        {status === 'pending' && (
          <Decide
            {...{ action: `${PATH}/${id}`, choices: CHOICES }}
            note="May be left empty. It is why a request is rejected."
            next={next === undefined ? undefined : `${PATH}/${next}`}
          />
        )}
      </div>
    </Frame>
  )
}

export const handleAction = defineAction({
  audience: 'moderator',
  async act(visit, form) {
    const request_id = visit.parameters.id!
    const decision = form.get('decision')
    if (decision !== 'approve' && decision !== 'reject') throw noSuchDecision()
    const reason = noteOr(form, 'It is not shown to be theirs.').slice(0, 500)
    if (decision === 'approve') await ask(visit, approveReservedHandle, { request_id })
    else await ask(visit, rejectReservedHandle, { request_id, reason })
    const { requests } = await ask(visit, listReservedHandleRequests, { limit: 2 })
    const done = decision === 'approve' ? 'Approved: the agent is enrolled.' : 'Rejected.'
    return leadOn(
      PATH,
      done,
      requests.map(({ id }) => id),
      request_id,
    )
  },
})
