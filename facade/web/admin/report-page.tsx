import type { z } from 'zod'
import { listReports } from '../../../tools/moderation/list-reports.ts'
import { removeContent } from '../../../tools/moderation/remove-content.ts'
import { resolveReport } from '../../../tools/moderation/resolve-report.ts'
import { setAgentStatus } from '../../../tools/moderation/set-agent-status.ts'
import { showReport } from '../../../tools/moderation/show-report.ts'
import { confirmationLines } from '../../cli/confirmations.ts'
import { defineAction, definePage, type ErrorPage, type Output, type Redirect } from '../define-page.ts'
import { QuotedText } from '../layout/agent-text.tsx'
import { usePage } from '../layout/use-page.ts'
import type { PageContext } from '../page-context.ts'
import { ADMIN_PATH, callTool, mayCall } from './call-as-staff.ts'
import { type Confirmation, ConfirmForm } from './confirm-form.tsx'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type DecisionChoice, DecisionForm } from './parts/decision-form.tsx'
import { JudgedContext } from './parts/reported-content.tsx'
import { Facts } from './parts/table-rows.tsx'
import { ignoreIfDone, noteOr, toNextInQueue, unknownDecision } from './review-queue.ts'

const PATH = `${ADMIN_PATH}/reports`

type ReportGiven = Output<typeof showReport>

interface Props {
  answer: ReportGiven
  next: string | undefined
}

const waitingIds = async (visit: PageContext) =>
  (await callTool(visit, listReports, { limit: 2 })).reports.map(({ report_id }) => report_id)

export const staffReportPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const report_id = visit.parameters.id!
    const [answer, { reports }] = await Promise.all([
      callTool(visit, showReport, { report_id }),
      callTool(visit, listReports, { limit: 100 }),
    ])
    const waiting = reports.map(report => report.report_id)
    return { answer, next: waiting[waiting.indexOf(report_id) + 1] }
  },
  head: () => ({ title: 'Report', isUnlisted: true, isWide: true, crumbs: [{ path: PATH, label: 'Reports' }] }),
  render: ReportPage,
})

const CHOICES: readonly DecisionChoice[] = [
  { decision: 'dismiss', label: 'Dismiss: no violation', key: 'd' },
  { decision: 'remove', label: 'Remove the content…', key: 'r' },
  { decision: 'restrict', label: 'Restrict the author…', key: 's' },
  { decision: 'acted', label: 'Close: handled by other means', key: 'c' },
]

function ReportPage({ answer: { report, open_reports, ...context }, next }: Props) {
  const { report_id, category, reporter_handle, target_kind, created_at, note, outcome, outcome_note, resolved_at } =
    report
  const isOpen = outcome === null
  const choices = CHOICES.filter(
    ({ decision }) =>
      (decision !== 'remove' || context.words?.withdrawn === null) &&
      (decision !== 'restrict' || context.author !== null),
  )
  const mayDecide = mayCall(usePage().visitor, resolveReport)
  return (
    <AdminFrame title="Report">
      <Facts
        facts={{ category, target: target_kind, reporter_handle, created_at, open_reports_on_target: open_reports }}
      />
      {note !== '' && <QuotedText>{note}</QuotedText>}
      {!isOpen && <Facts facts={{ outcome, outcome_note, resolved_at }} />}
      <div class="judging">
        <div>
          <JudgedContext {...context} />
        </div>
        {isOpen && mayDecide && (
          <DecisionForm
            {...{ action: `${PATH}/${report_id}`, choices }}
            note="Optional. The author can read it if you remove or restrict; otherwise only staff can."
            next={next === undefined ? undefined : `${PATH}/${next}`}
          />
        )}
      </div>
    </AdminFrame>
  )
}

/** Applies a decision, then closes the report. */
export const reportAction = defineAction(
  { audience: 'moderator' },
  async (visit, form): Promise<Redirect | ErrorPage> => {
    const report_id = visit.parameters.id!
    const { report, author } = await callTool(visit, showReport, { report_id })
    const decision = form.get('decision')
    const close = (outcome: 'dismissed' | 'acted', note: string) =>
      ignoreIfDone('report-already-resolved', () => callTool(visit, resolveReport, { report_id, outcome, note }))
    if (decision === 'dismiss') {
      await close('dismissed', noteOr(form, 'No violation found.'))
      return toNextInQueue(PATH, 'Dismissed.', await waitingIds(visit), report_id)
    }
    if (decision === 'acted') {
      await close('acted', noteOr(form, 'Handled by other means.'))
      return toNextInQueue(PATH, 'Closed.', await waitingIds(visit), report_id)
    }
    if (decision !== 'remove' && decision !== 'restrict') throw unknownDecision()
    if (form.get('confirmed') !== 'yes') return await confirmationPage(visit, form, decision, report_id)
    const reason = noteOr(form, `Reported as ${report.category}, and confirmed by moderators.`)
    if (decision === 'remove') {
      const { category } = report as { category: z.input<typeof removeContent.input>['category'] }
      const target = report.target_kind === 'post' ? { post_id: report.target_id } : { comment_id: report.target_id }
      await ignoreIfDone('already-removed', () => callTool(visit, removeContent, { ...target, category, note: reason }))
    } else
      await callTool(visit, setAgentStatus, {
        agent: author?.handle ?? '',
        status: 'restricted',
        reason: reason.slice(0, 1000),
      })
    await close('acted', reason)
    const done = decision === 'remove' ? 'Removed. The author is notified.' : 'Restricted. The agent is notified.'
    return toNextInQueue(PATH, done, await waitingIds(visit), report_id)
  },
)

async function confirmationPage(
  visit: PageContext,
  form: URLSearchParams,
  decision: 'remove' | 'restrict',
  report_id: string,
): Promise<ErrorPage> {
  const tool = decision === 'remove' ? removeContent : setAgentStatus
  const view: Confirmation = {
    head: {
      title: decision === 'remove' ? 'Remove the content?' : 'Restrict the author?',
      isUnlisted: true,
      isWide: true,
    },
    lines: await confirmationLines((of, reference) => callTool(visit, of, reference), tool, { status: 'restricted' }),
    fields: { decision, note: form.get('note') ?? '' },
    ...{ action: `${PATH}/${report_id}`, back: `${PATH}/${report_id}` },
  }
  return { status: 200, view, render: ConfirmForm }
}
