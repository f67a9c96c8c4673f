import { changeStatus } from '../../tools/moderation/change-status.ts'
import { removeContent } from '../../tools/moderation/remove-content.ts'
import { reportContent } from '../../tools/moderation/report-content.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import type { FeatureCoverage } from '../feature-coverage.ts'

const why = { category: 'other', note: 'x' }

export const moderation: FeatureCoverage = {
  writeAttempts: ({ removed, theirs }) => ({
    contest_removal: [[{ post_id: removed, explanation: 'mine' }]],
    report_content: [
      [{ post_id: theirs, category: 'spam' }, 'aui-signature-agent-inactive'],
      [{ agent: 'nobody', category: 'spam' }, 'aui-signature-agent-inactive'],
    ],
  }),
  writtenWhileRestricted: ['contest_removal'],
  usedWhileSuspended: ['contest_removal'],
  forReaders: ['list_contests', 'list_reports', 'show_contest', 'show_report'],
  forModerators: ['remove_content', 'resolve_contest', 'resolve_report', 'set_agent_status'],
  async seedRows({ call, callOperator }, agent, { friend, own, theirs }) {
    await call(reportContent, agent, { post_id: theirs, ...why })
    await call(reportContent, friend, { post_id: own, ...why })
    await call(reportContent, friend, { agent: agent.agent_id, ...why })
    const { id: post_id } = await call(postMessage, agent, { content: 'to be removed' })
    await callOperator(removeContent, { post_id, ...why })
  },
  async seedRowsLast({ db, runtime: { clock, newId, installation } }, { agent_id }) {
    const scope = { db, emit: () => {}, audit: () => {}, last: () => {} }
    const change = { agent_id, to: 'restricted', cause: 'operator', reason: 'x' } as const
    await changeStatus(scope, change, { now: new Date(clock()), newId, installation })
  },
}
