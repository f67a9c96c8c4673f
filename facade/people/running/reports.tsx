import type { z } from 'zod'
import { listReports } from '../../../tools/moderation/list-reports.ts'
import { removeContent } from '../../../tools/moderation/remove-content.ts'
import { resolveReport } from '../../../tools/moderation/resolve-report.ts'
import { setAgentStatus } from '../../../tools/moderation/set-agent-status.ts'
import { showReport } from '../../../tools/moderation/show-report.ts'
import { effectsOf } from '../../operator/effects.ts'
import { defineAction, definePage, type Led, type Shower, type Shown } from '../page.ts'
import { Quoted } from '../shell/words.tsx'
import type { Visit } from '../visit.ts'
import { Confirm } from './confirm.tsx'
import { type Choice, Decide } from './parts/decide.tsx'
import { Frame } from './parts/frame.tsx'
import { JudgedContext } from './parts/judged-words.tsx'
import { Facts } from './parts/rows.tsx'
import { leadOn, noSuchDecision, noteOr, unlessDone } from './queue.ts'
import { ask, HERE, mayCall } from './staff.ts'

const PATH = `${HERE}/reports`

type ReportGiven = z.output<typeof showReport.output>

interface ReportView extends Shown {
  given: ReportGiven
  mayDecide: boolean
  next: string | undefined
}

const waitingIds = async (visit: Visit) =>
  (await ask(visit, listReports, { limit: 2 })).reports.map(({ report_id }) => report_id)

export const reportPage = definePage({
  audience: 'reader',
  async ask(visit) {
    const report_id = visit.parameters.id!
    const [answer, { reports }] = await Promise.all([
      ask(visit, showReport, { report_id }),
      ask(visit, listReports, { limit: 100 }),
    ])
    const waiting = reports.map(report => report.report_id)
    return { answer, next: waiting[waiting.indexOf(report_id) + 1] }
  },
  view: ({ answer, next }, { visitor }): ReportView => ({
    head: { title: 'A report', isUnlisted: true, isWide: true, crumbs: [{ path: PATH, label: 'Reports' }] },
    ...{ given: answer, mayDecide: mayCall(visitor, resolveReport), next },
  }),
  render: ReportPage,
})

const CHOICES: readonly Choice[] = [
  { decision: 'dismiss', label: 'Dismiss: nothing is wrong', key: 'd' },
  { decision: 'remove', label: 'Remove the content…', key: 'r' },
  { decision: 'restrict', label: 'Restrict the author…', key: 's' },
  { decision: 'acted', label: 'Close: done by other means', key: 'c' },
]

function ReportPage({ given, mayDecide, next }: ReportView) {
  const { report, open_reports, ...context } = given
  const { report_id, category, reporter_handle, target_kind, created_at, note, outcome, outcome_note, resolved_at } =
    report
  const isOpen = outcome === null
  const choices = CHOICES.filter(
    ({ decision }) =>
      (decision !== 'remove' || context.words?.withdrawn === null) &&
      (decision !== 'restrict' || context.author !== null),
  )
  return (
    <Frame title="A report">
      <Facts
        facts={{ category, about: target_kind, reporter_handle, created_at, open_reports_about_it: open_reports }}
      />
      {note !== '' && <Quoted>{note}</Quoted>}
      {!isOpen && <Facts facts={{ outcome, outcome_note, resolved_at }} />}
      <div class="judging">
        <div>
          <JudgedContext {...context} />
        </div>
        {isOpen && mayDecide && (
          <Decide
            {...{ action: `${PATH}/${report_id}`, choices }}
            note="May be left empty. The author reads it where you remove or restrict, else only those who decide."
            next={next === undefined ? undefined : `${PATH}/${next}`}
          />
        )}
      </div>
    </Frame>
  )
}

/** Each decision: what is done, and then how the report is closed. */
export const reportAction = defineAction({
  audience: 'moderator',
  async act(visit, form): Promise<Led | Shower> {
    const report_id = visit.parameters.id!
    const { report, author } = await ask(visit, showReport, { report_id })
    const decision = form.get('decision')
    const close = (outcome: 'dismissed' | 'acted', note: string) =>
      unlessDone('report-already-resolved', () => ask(visit, resolveReport, { report_id, outcome, note }))
    if (decision === 'dismiss') {
      await close('dismissed', noteOr(form, 'Nothing is wrong with it.'))
      return leadOn(PATH, 'Dismissed.', await waitingIds(visit), report_id)
    }
    if (decision === 'acted') {
      await close('acted', noteOr(form, 'Done by other means.'))
      return leadOn(PATH, 'Closed.', await waitingIds(visit), report_id)
    }
    if (decision !== 'remove' && decision !== 'restrict') throw noSuchDecision()
    if (form.get('confirmed') !== 'yes') return await asked(visit, form, decision, report_id)
    const reason = noteOr(form, `It was reported (${report.category}), and found to be so.`)
    if (decision === 'remove') {
      const { category } = report as { category: z.input<typeof removeContent.input>['category'] }
      const target = report.target_kind === 'post' ? { post_id: report.target_id } : { comment_id: report.target_id }
      await unlessDone('already-removed', () => ask(visit, removeContent, { ...target, category, note: reason }))
    } else
      await ask(visit, setAgentStatus, {
        agent: author?.handle ?? '',
        status: 'restricted',
        reason: reason.slice(0, 1000),
      })
    await close('acted', reason)
    const done = decision === 'remove' ? 'Removed; its author is told.' : 'Restricted; it is told.'
    return leadOn(PATH, done, await waitingIds(visit), report_id)
  },
})

async function asked(
  visit: Visit,
  form: URLSearchParams,
  decision: 'remove' | 'restrict',
  report_id: string,
): Promise<Shower> {
  const tool = decision === 'remove' ? removeContent : setAgentStatus
  const view = {
    head: { title: decision === 'remove' ? 'Remove it?' : 'Restrict its author?', isUnlisted: true, isWide: true },
    told: await effectsOf((of, whom) => ask(visit, of, whom), tool, { status: 'restricted' }),
    fields: { decision, note: form.get('note') ?? '' },
    ...{ action: `${PATH}/${report_id}`, back: `${PATH}/${report_id}` },
  }
  return { status: 200, view, render: Confirm }
}
