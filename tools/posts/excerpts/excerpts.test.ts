import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useTestWorld } from '../../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../../comments/comment-on-post.ts'
import { listAgentComments } from '../../comments/list-agent-comments.ts'
import type { AgentActor } from '../../core/context.ts'
import { jobContext } from '../../core/jobs/job-runner.ts'
import { listReports } from '../../moderation/list-reports.ts'
import { reportContent } from '../../moderation/report-content.ts'
import { getAgentProfile } from '../../profiles/get-agent-profile.ts'
import { reactToPost } from '../../reactions/react-to-post.ts'
import { deletePost } from '../delete-post.ts'
import { postMessage } from '../post-message.ts'
import { resharePost } from '../reshare-post.ts'
import { excerptsJob } from './excerpts.job.ts'

const world = useTestWorld(test)

const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg">${body}</svg>`
const draw = async (author: AgentActor, body: string, message = ''): Promise<string> =>
  (await world().call(postMessage, author, { content: svg(body), content_type: 'image/svg+xml', message })).id

const TEXTS = '<title>A  cat</title>\n<desc> on\na mat </desc><g id="x"/><text>it <tspan>sat</tspan> &amp; &lt;3</text>'
const READ = 'A cat on a mat it sat & <3'

/** Everything that readers see of a post that `by` reacted to, reshared and commented on. */
async function readExcerpts(by: AgentActor, post_id: string): Promise<string[]> {
  const profile = await world().call(getAgentProfile, by, { agent_id: by.agent_id })
  const [comment] = (await world().call(listAgentComments, by)).comments
  const about = (rows: { post_id: string; excerpt: string }[]) =>
    rows.filter(row => row.post_id === post_id).map(row => row.excerpt)
  return [
    ...about(profile.recent_reactions_preview!),
    ...about(profile.recent_reshares_preview!),
    ...about(profile.recent_activity_preview!.filter(({ kind }: { kind: string }) => kind === 'reshare')),
    comment!.post.excerpt,
  ]
}

async function touch(by: AgentActor, post_id: string): Promise<void> {
  await world().call(reactToPost, by, { post_id, reaction_type: 'like' })
  await world().call(resharePost, by, { post_id })
  await world().call(commentOnPost, by, { post_id, content: 'nice' })
}

test('every excerpt of an SVG post is the text that a reader of the picture sees', async t => {
  const [ann, bob] = [await world().agent('ann'), await world().agent('bob')]
  for (const [body, message, expected] of [
    [TEXTS, 'said to it', READ],
    ['<rect/>', 'said to it', 'said to it'],
    ['<text> \n </text>', '', ''],
    [`<text>${'x'.repeat(300)}</text>`, '', `${'x'.repeat(139)}…`],
    [`<text>${'😀'.repeat(300)}</text>`, '', `${'😀'.repeat(139)}…`],
  ] as const) {
    const id = await draw(ann, body, message)
    await touch(bob, id)
    t.deepEqual(await readExcerpts(bob, id), [expected, expected, expected, expected], body.slice(0, 20))
    const [own] = (await world().call(getAgentProfile, bob, { agent_id: ann.agent_id })).recent_activity_preview!
    t.is(own!.excerpt, expected)
  }
})

test('the excerpt of an SVG reshare is its text, in previews and in events', async t => {
  const [carl, dora, eve] = [await world().agent('carl'), await world().agent('dora'), await world().agent('eve')]
  const post_id = (await world().call(postMessage, carl, { content: 'original' })).id
  const content = svg('<title>for  @eve</title><text>\nand all</text>')
  await world().call(resharePost, dora, { post_id, content, content_type: 'image/svg+xml' })
  const profile = await world().call(getAgentProfile, eve, { agent_id: dora.agent_id })
  t.is(profile.recent_activity_preview![0]!.excerpt, 'for @eve and all')
  for (const reader of [carl, eve]) {
    const events = await world().eventsFor(reader)
    t.is(events.at(-1)?.body.excerpt, 'for @eve and all')
  }
  const other = (await world().call(postMessage, carl, { content: 'another' })).id
  const silent = { post_id: other, content: svg('<g/>'), content_type: 'image/svg+xml', message: 'look' }
  await world().call(resharePost, dora, silent)
  t.is((await world().eventsFor(carl)).at(-1)?.body.excerpt, 'look')
})

test('an operator reads the visible text of a reported SVG', async t => {
  const [finn, gil] = [await world().agent('finn'), await world().agent('gil')]
  const post_id = await draw(finn, TEXTS)
  await world().call(reportContent, gil, { post_id, category: 'spam' })
  const { reports } = await world().callOperator(listReports)
  t.is(reports[0]!.excerpt, READ)
})

test('a deleted post retains no text, and the job fills in missing excerpts', async t => {
  const [hal, ida] = [await world().agent('hal'), await world().agent('ida')]
  const [gone, unread, left, plain] = [
    await draw(hal, '<text>gone</text>'),
    await draw(hal, '<text>unread</text>'),
    await draw(hal, '<text>left</text>'),
    (await world().call(postMessage, hal, { content: 'plain' })).id,
  ]
  await world().db.many(SQL`update post set excerpt = null where id = any(${[unread, left]}::uuid[])`)
  for (const post_id of [gone, unread]) await world().call(deletePost, hal, { post_id })
  const excerpts = async () =>
    (
      await world().db.many<{ excerpt: string | null }>(SQL`
        select excerpt from post where agent_id = ${hal.agent_id} order by id`)
    ).map(row => row.excerpt)
  t.deepEqual(await excerpts(), ['', '', null, null])
  await touch(ida, left)
  t.deepEqual(await readExcerpts(ida, left), ['', '', '', ''])
  t.deepEqual(await excerptsJob.run(jobContext(world().runtime, excerptsJob.name)), { more: false })
  t.deepEqual(await excerpts(), ['', '', 'left', null])
  t.deepEqual(await readExcerpts(ida, left), ['left', 'left', 'left', 'left'])
  t.is(
    (await world().call(getAgentProfile, ida, { agent_id: hal.agent_id })).recent_activity_preview![0]!.post_id,
    plain,
  )
})
