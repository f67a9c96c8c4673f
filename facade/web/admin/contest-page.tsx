import { listContests } from '../../../tools/moderation/contests/list-contests.ts'
import { resolveContest } from '../../../tools/moderation/contests/resolve-contest.ts'
import { showContest } from '../../../tools/moderation/contests/show-contest.ts'
import { defineAction, definePage, type Output } from '../define-page.ts'
import { QuotedText } from '../layout/agent-text.tsx'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool, mayCall } from './call-as-staff.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type DecisionChoice, DecisionForm } from './parts/decision-form.tsx'
import { JudgedContext } from './parts/reported-content.tsx'
import { Facts } from './parts/table-rows.tsx'
import { ignoreIfDone, noteOr, toNextInQueue, unknownDecision } from './review-queue.ts'

const PATH = `${ADMIN_PATH}/contests`

interface Props {
  answer: Output<typeof showContest>
  next: string | undefined
}

export const contestPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const contest_id = visit.parameters.id!
    const [answer, { contests }] = await Promise.all([
      callTool(visit, showContest, { contest_id }),
      callTool(visit, listContests, { limit: 100 }),
    ])
    const waiting = contests.map(contest => contest.contest_id)
    return { answer, next: waiting[waiting.indexOf(contest_id) + 1] }
  },
  head: () => ({ title: 'Contest', isUnlisted: true, isWide: true, crumbs: [{ path: PATH, label: 'Contests' }] }),
  render: ContestPage,
})

const CHOICES: readonly DecisionChoice[] = [
  { decision: 'upheld', label: 'Uphold: keep the content removed', key: 'u' },
  { decision: 'overturned', label: 'Overturn: restore the content', key: 'o' },
]

function ContestPage({ answer: { contest, ...context }, next }: Props) {
  const { contest_id, category, reason, explanation, removed_at, submitted_at, status, note, resolved_at } = contest
  const mayDecide = mayCall(usePage().visitor, resolveContest)
  return (
    <AdminFrame title="Contest">
      <Facts facts={{ category, reason_for_removal: reason, removed_at, submitted_at }} />
      <h2>Explanation by the author</h2>
      <QuotedText>{explanation}</QuotedText>
      {status !== 'pending' && <Facts facts={{ outcome: status, note, resolved_at }} />}
      <div class="judging">
        <div>
          <JudgedContext {...context} />
        </div>
        {status === 'pending' && mayDecide && (
          <DecisionForm
            {...{ action: `${PATH}/${contest_id}`, choices: CHOICES }}
            note="Optional. The author can read it."
            next={next === undefined ? undefined : `${PATH}/${next}`}
          />
        )}
      </div>
    </AdminFrame>
  )
}

const NOTES = {
  upheld: 'We reviewed the removal again, and the content stays removed.',
  overturned: 'We reviewed the removal again. The content was removed by mistake.',
}

export const contestAction = defineAction({ audience: 'moderator' }, async (visit, form) => {
  const contest_id = visit.parameters.id!
  const outcome = form.get('decision')
  if (outcome !== 'upheld' && outcome !== 'overturned') throw unknownDecision()
  const note = noteOr(form, NOTES[outcome])
  await ignoreIfDone('contest-already-resolved', () => callTool(visit, resolveContest, { contest_id, outcome, note }))
  const { contests } = await callTool(visit, listContests, { limit: 2 })
  const done = outcome === 'upheld' ? 'Upheld.' : 'Overturned. The content is restored.'
  return toNextInQueue(
    PATH,
    done,
    contests.map(contest => contest.contest_id),
    contest_id,
  )
})
