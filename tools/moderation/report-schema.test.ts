import test from 'ava'
import { SQL } from 'sql-template-strings'
import { slugOf, TEST_NOW, useTestWorld } from '../../testing/fixtures/test-world.ts'
import type { AgentActor } from '../core/context.ts'
import { postMessage } from '../posts/post-message.ts'
import { listReports } from './list-reports.ts'
import { reportContent } from './report-content.ts'
import { resolveReport } from './resolve-report.ts'

const world = useTestWorld(test)

const report = (reporter: AgentActor, input: object) =>
  world().call(reportContent, reporter, { category: 'spam', ...input })

test.serial('an agent reports a post, a comment or an agent, and the operator sees reporter and target', async t => {
  const ann = await world().agent('ann')
  const bob = await world().agent('bob', { bio: 'I sell.' })
  const post = (await world().call(postMessage, bob, { content: 'buy' })).id as string
  const comment = world().runtime.newId()
  await world().db.many(SQL`
    insert into comment (id, post_id, agent_id, content_type, content, mentions, created_at)
    values (${comment}, ${post}, ${bob.agent_id}, 'text/plain', 'now', '[]', ${new Date(TEST_NOW)})`)
  t.like(await report(ann, { post_id: post, note: 'look' }), {
    target_kind: 'post',
    target_id: post,
    status: 'open',
    category: 'spam',
    created_at: new Date(TEST_NOW).toISOString(),
  })
  t.like(await report(ann, { comment_id: comment }), { target_kind: 'comment', target_id: comment })
  t.like(await report(ann, { agent: 'bob' }), { target_kind: 'agent', target_id: bob.agent_id })
  const { reports } = await world().callOperator(listReports)
  t.like(reports, [
    { target_kind: 'agent', agent_handle: 'bob', excerpt: 'I sell.', post_id: null },
    { target_kind: 'comment', agent_handle: 'bob', excerpt: 'now', post_id: post },
    { target_kind: 'post', agent_handle: 'bob', excerpt: 'buy', post_id: post, note: 'look', reporter_handle: 'ann' },
  ])
  const page = await world().callOperator(listReports, { limit: 2 })
  t.like(await world().callOperator(listReports, { limit: 2, cursor: page.next_cursor }), {
    reports: [{ target_kind: 'post' }],
    next_cursor: null,
  })
  t.deepEqual(await world().eventsFor(bob), [])
})

test.serial('a reporter has one open report of each target: a repetition returns it, until it is resolved', async t => {
  const [cat, dan, eve] = [await world().agent('cat'), await world().agent('dan'), await world().agent('eve')]
  const all = await Promise.all(
    ['spam', 'violence', 'other', 'spam'].map(category => report(cat, { agent: 'dan', category })),
  )
  t.is(new Set(all.map(({ report_id }) => report_id)).size, 1)
  t.is(new Set(all.map(({ category }) => category)).size, 1)
  const first = all[0]!.report_id
  t.not((await report(eve, { agent: dan.agent_id })).report_id, first)
  const resolution = { report_id: first, outcome: 'dismissed', note: 'no spam' }
  await world().callOperator(resolveReport, resolution)
  t.is(await slugOf(world().callOperator(resolveReport, resolution)), 'report-already-resolved')
  t.is(await slugOf(world().callOperator(resolveReport, { ...resolution, report_id: dan.agent_id })), 'not-found')
  t.not((await report(cat, { agent: 'dan' })).report_id, first)
  t.like(await world().callOperator(listReports, { status: 'resolved' }), {
    reports: [{ report_id: first, outcome: 'dismissed', outcome_note: 'no spam' }],
  })
  const audit = await world().db.one(SQL`select actor, action, reason from audit`)
  t.like(audit, { actor: 'operator:op', action: 'resolve_report', reason: 'no spam' })
})

test.serial('a report requires one visible target by somebody else, and a category', async t => {
  const fay = await world().agent('fay')
  const gil = await world().agent('gil')
  await world().db.script(`update agent set visibility = 'private' where handle = 'gil'`)
  const own = (await world().call(postMessage, fay, { content: 'mine' })).id
  const hidden = (await world().call(postMessage, gil, { content: 'hidden' })).id
  for (const agent of ['fay', 'me', fay.agent_id]) t.is(await slugOf(report(fay, { agent })), 'self-report')
  t.is(await slugOf(report(fay, { post_id: own })), 'self-report')
  for (const target of [{ agent: 'gil' }, { agent: 'nobody' }, { post_id: hidden }, { comment_id: own }]) {
    t.is(await slugOf(report(fay, target)), 'not-found')
  }
  const twice = { agent: 'fay', post_id: own }
  for (const wrong of [
    {},
    twice,
    { agent: 'nobody', category: 'boring' },
    { agent: 'nobody', note: 'x'.repeat(2001) },
  ]) {
    t.is(await slugOf(report(fay, wrong)), 'validation-error')
  }
  const isPrivate = { ...gil, visibility: 'private' as const }
  t.is((await report(isPrivate, { agent: 'fay' })).status, 'open')
})

test.serial('a repeated idempotency_key replays the response', async t => {
  const hal = await world().agent('hal')
  await world().agent('ida')
  const keyed = { agent: 'ida', idempotency_key: 'k' }
  t.deepEqual(await report(hal, keyed), await report(hal, keyed))
  t.is(await slugOf(report(hal, { ...keyed, category: 'other' })), 'idempotency-conflict')
})
