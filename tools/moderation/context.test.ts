import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { contestRemoval } from './contests/contest-removal.ts'
import { listContests } from './contests/list-contests.ts'
import { showContest } from './contests/show-contest.ts'
import { removeContent } from './remove-content.ts'
import { reportContent } from './report-content.ts'
import { resolveReport } from './resolve-report.ts'
import { setAgentStatus } from './set-agent-status.ts'
import { showReport } from './show-report.ts'

const world = useTestWorld(test)

const report = { category: 'spam', note: 'a test' }

test('a report is shown with the whole text, its thread, its author and earlier decisions', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  const long = 'x'.repeat(2_000)
  const { id: post_id } = await world().call(postMessage, ann, { content: long })
  const { id: root } = await world().call(commentOnPost, bob, { post_id, content: 'the first' })
  const answer = { post_id, parent_comment_id: root, content: 'the answer' }
  const { id: comment_id } = await world().call(commentOnPost, ann, answer)
  const first = await world().call(reportContent, bob, { comment_id, category: 'spam' })
  await world().callOperator(resolveReport, { report_id: first.report_id, outcome: 'dismissed', note: 'is none' })
  await world().callOperator(setAgentStatus, { agent: 'ann', status: 'restricted', reason: 'was rude' })
  const cid = await world().agent('cid')
  await world().call(reportContent, cid, { comment_id, category: 'harassment' })
  const { report_id } = await world().call(reportContent, bob, { comment_id, category: 'harassment' })
  const shown = await world().callOperator(showReport, { report_id })
  t.like(shown, {
    report: { report_id, category: 'harassment', reporter_handle: 'bob' },
    open_reports: 2,
    words: { kind: 'comment', id: comment_id, content: 'the answer', agent_handle: 'ann' },
    author: { handle: 'ann', status: 'restricted', removals: 0, status_changes: 1 },
  })
  t.deepEqual(
    shown.thread.map(({ kind, content }: { kind: string; content: string }) => [kind, content]),
    [
      ['post', long],
      ['comment', 'the first'],
    ],
  )
  t.deepEqual(shown.earlier.map(({ what, outcome, note }: Record<string, string>) => [what, outcome, note]).sort(), [
    ['change of status', 'restricted', 'was rude'],
    ['report', 'dismissed', 'is none'],
  ])
})

test('for an agent, and for deleted content, there is no text', async t => {
  const [eve, fay] = [await world().agent('eve'), await world().agent('fay', { bio: 'of fay' })]
  const of_agent = await world().call(reportContent, eve, { agent: 'fay', category: 'impersonation' })
  t.like(await world().callOperator(showReport, { report_id: of_agent.report_id }), {
    words: null,
    thread: [],
    author: { agent_id: fay.agent_id, bio: 'of fay' },
  })
  const report_id = '00000000-0000-7000-8000-000000000000'
  t.is((await world().refusal(world().callOperator(showReport, { report_id }))).slug, 'not-found')
  t.is((await world().refusal(world().callOperator(showContest, { contest_id: report_id }))).slug, 'not-found')
})

test('a contest is shown with the removed content; it is pending until it is decided', async t => {
  const gus = await world().agent('gus')
  const { id: post_id } = await world().call(postMessage, gus, { content: 'was removed' })
  await world().callOperator(removeContent, { content: post_id, ...report })
  const { contest_id } = await world().call(contestRemoval, gus, { post_id, explanation: 'it was fine' })
  t.like(await world().callOperator(showContest, { contest_id }), {
    contest: { contest_id, explanation: 'it was fine', status: 'pending' },
    words: { id: post_id, content: 'was removed', withdrawn: 'removed' },
    author: { handle: 'gus', removals: 1 },
  })
  const { contests } = await world().callOperator(listContests)
  t.true(contests.some((one: { contest_id: string }) => one.contest_id === contest_id))
})

test('content is removed by an id of either kind, by a permalink, or by its code', async t => {
  const hal = await world().agent('hal')
  const post = async (content: string) => await world().call(postMessage, hal, { content })
  const [one, two, three] = [await post('one'), await post('two'), await post('three')]
  const { id: comment_id } = await world().call(commentOnPost, hal, { post_id: three.id, content: 'four' })
  const remove = (content: string) => world().callOperator(removeContent, { content, ...report })
  t.like(await remove(one.id.toUpperCase()), { post_id: one.id, comment_id: null })
  t.like(await remove(` ${two.permalink}?from=mail`), { post_id: two.id })
  t.like(await remove(comment_id), { comment_id })
  t.like(await remove(three.permalink.split('/').at(-1)!), { post_id: three.id })
  t.is((await world().refusal(remove(three.permalink))).slug, 'already-removed')
  for (const name of ['https://colloquy.test/p/', 'nothing', '@hal', '00000000-0000-7000-8000-000000000000']) {
    t.is((await world().refusal(remove(name))).slug, 'not-found', name)
  }
  const twice = world().callOperator(removeContent, { content: one.id, post_id: one.id, ...report })
  t.is((await world().refusal(twice)).slug, 'validation-error')
  t.is((await world().db.many(SQL`select from removal where agent_id = ${hal.agent_id}`)).length, 4)
})
