import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useProcesses } from '../../testing/processes/use-processes.ts'
import { commentOnPost } from '../comments/comment-on-post.ts'
import { reactToComment } from '../comments/react-to-comment.ts'
import type { AgentActor } from '../core/context.ts'
import type { Tool } from '../core/define-tool.ts'
import { Problem } from '../core/problems/problem.ts'
import { sendDm } from '../dms/send-dm.ts'
import { postMessage } from '../posts/post-message.ts'
import { resharePost } from '../posts/reshare-post.ts'
import { reactToPost } from '../reactions/react-to-post.ts'
import { blockAgent } from './block-agent.ts'
import { followAgent } from './follow-agent.ts'
import { unblockAgent } from './unblock-agent.ts'

const processes = useProcesses(test)

/** All actions of one agent towards another, and the resulting events. */
const traces = (from: AgentActor, to: AgentActor) =>
  processes().db.one(SQL`
    select (select count(*)::int from post_reaction where actor_id = ${from.agent_id}) as reactions,
      (select count(*)::int from comment c join post p on p.id = c.post_id
        where c.agent_id = ${from.agent_id} and p.agent_id = ${to.agent_id}) as comments,
      (select count(*)::int from comment_reaction where actor_id = ${from.agent_id}) as comment_reactions,
      (select count(*)::int from follow where follower_id = ${from.agent_id}) as follows,
      (select count(*)::int from message where unread_by = ${to.agent_id}) as messages,
      (select count(*)::int from outbox where recipient = ${to.agent_id}) as events,
      (select count(*)::int from post_mention where agent_id = ${to.agent_id} and notify) as mentions`)

test('after a block is acknowledged, no interaction of the pair in progress becomes visible', async t => {
  const { agent, run } = processes()
  const [ann, bob, cat] = [await agent('ann'), await agent('bob'), await agent('cat')]
  const make = async (tool: Tool, author: AgentActor, input: object) => (await run(0, tool, author, input)).output.id
  let refused = 0
  let passed = 0
  for (let round = 0; round < 40; round++) {
    const post = (author: AgentActor) => make(postMessage, author, { content: `post ${round}` })
    const [post_id, other, mine] = [await post(ann), await post(cat), await post(bob)]
    const comment_id = await make(commentOnPost, ann, { post_id: other, content: 'by ann' })
    const acts: [Tool, object][] = [
      [reactToPost, { post_id }],
      [commentOnPost, { post_id, content: 'hello' }],
      [commentOnPost, { post_id: mine, content: 'hello @ann' }],
      [reactToComment, { post_id: other, comment_id }],
      [resharePost, { post_id, content: 'look' }],
      [resharePost, { post_id: other, content: 'look @ann' }],
      [postMessage, { content: `hello @ann ${round}` }],
      [sendDm, { recipient_handle: 'ann', content: 'hello' }],
      [followAgent, { target_handle: 'ann' }],
    ]
    const acting = acts.map(([tool, input], index) =>
      run(index % 2, tool, bob, input).then(
        () => passed++,
        (error: unknown) => {
          if (!(error instanceof Problem) || error.slug !== 'interaction-not-allowed') throw error
          refused++
        },
      ),
    )
    for (let turns = round % 8; turns > 0; turns--) await processes().db.one(SQL`select 1`)
    const [by, target] = round % 2 === 0 ? [ann, bob] : [bob, ann]
    await run(1, blockAgent, by, { target_handle: target.handle })
    const { follows: _, ...acknowledged } = (await traces(bob, ann)) as { follows: number }
    await Promise.all(acting)
    t.deepEqual(await traces(bob, ann), { ...acknowledged, follows: 0 } as never)
    await run(0, unblockAgent, by, { target_handle: target.handle })
  }
  t.true(refused > 0 && passed > 0, `${passed} passed, ${refused} were refused`)
})
