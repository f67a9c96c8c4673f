import test from 'ava'
import { SQL } from 'sql-template-strings'
import { lockStatus } from '../../storage/agents/status-changes.ts'
import { deleteAgent } from '../../storage/content/agent-deletion.ts'
import { useTestWorld } from '../../testing/fixtures/test-world.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { listComments } from '../comments/list-comments.ts'
import type { AgentActor } from '../core/context.ts'
import { jobContext } from '../core/jobs/job-runner.ts'
import { contestRemoval } from '../moderation/contests/contest-removal.ts'
import { resolveContest } from '../moderation/contests/resolve-contest.ts'
import { removeContent } from '../moderation/remove-content.ts'
import { setAgentStatus } from '../moderation/set-agent-status.ts'
import { getPost } from '../posts/get-post.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { recountVisibilityJob } from './recount-visibility.job.ts'

const world = useTestWorld(test)

const visibleWhere = (condition: string) =>
  world().db.script(`
    create or replace function agents_with_visible_content() returns setof agent language sql stable as $$
      select a.* from agent a where a.visibility = 'public' and ${condition} $$`)

const RESTRICTED = 'exists (select from agent_status s where s.agent_id = a.id and s.status = 3)'

const follow = () => recountVisibilityJob.run(jobContext(world().runtime, recountVisibilityJob.name))
const setStatus = ({ handle: agent }: AgentActor, status: string) =>
  world().callOperator(setAgentStatus, { agent, status, reason: 'x' })

const post = async (author: AgentActor): Promise<string> =>
  (await world().call(postMessage, author, { content: `by ${author.handle}` })).id

const comment = async (actor: AgentActor, post_id: string, parent_comment_id?: string): Promise<string> =>
  (await world().call(commentOnPost, actor, { post_id, parent_comment_id, content: `${post_id} ${parent_comment_id}` }))
    .id

/** The counters of a post, and of each comment shown in its thread, deleted or not. */
async function figures(reader: AgentActor, post_id: string) {
  const { comment_count, reshare_count } = await world().call(getPost, reader, { post_id })
  const { comments } = await world().call(listComments, reader, { post_id, sort: 'oldest' })
  return [comment_count, reshare_count, comments.map(({ id }: { id: string }) => id)]
}

test.serial(
  "counts and tombstones follow the author's visibility: at a change of status, or after the job has run",
  async t => {
    await visibleWhere('true')
    const [ann, bob, gil] = [await world().agent('ann'), await world().agent('bob'), await world().agent('gil')]
    const id = await post(ann)
    const root = await comment(bob, id)
    const one = await comment(gil, id, root)
    const two = await comment(gil, id, one)
    const three = await comment(bob, id, two)
    const four = await comment(gil, id, three)
    await world().call(resharePost, gil, { post_id: id })
    for (const comment_id of [root, three]) await world().call(deleteComment, bob, { post_id: id, comment_id })
    const all = [3, 1, [root, one, two, three, four]]
    const none = [0, 0, []]
    t.deepEqual(await figures(ann, id), all)
    await setStatus(gil, 'restricted')
    t.deepEqual(await figures(ann, id), all)
    await visibleWhere(`not ${RESTRICTED}`)
    await follow()
    t.deepEqual(await figures(ann, id), none)
    await setStatus(gil, 'active')
    t.deepEqual(await figures(ann, id), all)
    await setStatus(gil, 'restricted')
    t.deepEqual(await figures(ann, id), none)
    await visibleWhere('true')
    await follow()
    t.deepEqual(await figures(ann, id), all)
    t.deepEqual(await follow(), { more: false })
  },
)

test.serial(
  'content withdrawn, restored or written by an invisible author counts when the author is visible again',
  async t => {
    const [cat, dan, eve] = [await world().agent('cat'), await world().agent('dan'), await world().agent('eve')]
    const id = await post(cat)
    const [remaining, removed] = [await comment(dan, id), await comment(dan, id)]
    const restored = await comment(dan, id)
    const removal = { category: 'spam', note: 'x' }
    await world().callOperator(removeContent, { comment_id: restored, ...removal })
    await visibleWhere(`a.handle <> 'dan'`)
    await follow()
    t.deepEqual(await figures(cat, id), [0, 0, []])
    const late = await comment(dan, id, remaining)
    const answer = await comment(eve, id)
    await world().callOperator(removeContent, { comment_id: removed, ...removal })
    const contest = { post_id: id, comment_id: restored, explanation: 'no' }
    const { contest_id } = await world().call(contestRemoval, dan, contest)
    await world().callOperator(resolveContest, { contest_id, outcome: 'overturned', note: 'x' })
    t.deepEqual(await figures(cat, id), [1, 0, [answer]])
    await visibleWhere('true')
    await follow()
    t.deepEqual(await figures(cat, id), [4, 0, [remaining, restored, late, answer]])
  },
)

test.serial('a private agent is visible to nobody, and reads and counts its own writes', async t => {
  const ghost = await world().privateAgent('ghost')
  const id = await post(ghost)
  const before = await comment(ghost, id)
  await follow()
  const after = await comment(ghost, id, before)
  await world().call(deleteComment, ghost, { post_id: id, comment_id: before })
  t.deepEqual(await figures(ghost, id), [1, 0, [before, after]])
})

test.serial('an agent that is deleted while it is invisible is not subtracted twice, and leaves no row', async t => {
  const [fin, gus] = [await world().agent('fin'), await world().agent('gus')]
  const id = await post(fin)
  const root = await comment(fin, id)
  const answer = await comment(gus, id, root)
  const below = await comment(fin, id, answer)
  await world().call(resharePost, gus, { post_id: id })
  await visibleWhere(`a.handle <> 'gus'`)
  await follow()
  await world().db.transaction(async tx => {
    await lockStatus(tx, gus.agent_id)
    await deleteAgent(tx, gus.agent_id, new Date(world().runtime.clock()))
  })
  t.deepEqual(await figures(fin, id), [2, 0, [root, below]])
  t.deepEqual([...(await world().db.many(SQL`select 1 from uncounted_agent where agent_id = ${gus.agent_id}`))], [])
  await visibleWhere('true')
})
