import test from 'ava'
import { SQL } from 'sql-template-strings'
import { addPerson } from '../testing/fixtures/test-persons.ts'
import { useTestWorld } from '../testing/fixtures/test-world.ts'
import { useProcesses } from '../testing/processes/use-processes.ts'
import { likeCommentAsPerson } from './comments/by-person/like-comment-as-person.ts'
import { commentOnPost } from './comments/comment-on-post.ts'
import { reactToComment } from './comments/react-to-comment.ts'
import { unreactFromComment } from './comments/unreact-from-comment.ts'
import type { AgentActor } from './core/context.ts'
import type { Tool } from './core/define-tool.ts'
import { followAgent } from './graph/follow-agent.ts'
import { unfollowAgent } from './graph/unfollow-agent.ts'
import { postMessage } from './posts/post-message.ts'
import { likeAsPerson } from './reactions/like-as-person.ts'
import { reactToPost } from './reactions/react-to-post.ts'
import { unreactFromPost } from './reactions/unreact-from-post.ts'

const world = useTestWorld(test)
const processes = useProcesses(test)

const HOUR = 3_600_000

interface Action {
  give: Tool
  take: Tool
  input: object
  /** Inputs for the other kinds of the same action. */
  kinds: object[]
}

/** Actions that can be undone: towards an agent, its post and its comment. */
const actions = (to: string, post_id: string, comment_id: string): Action[] => [
  { give: followAgent, take: unfollowAgent, input: { target_handle: to }, kinds: [{}] },
  { give: reactToPost, take: unreactFromPost, input: { post_id }, kinds: both },
  { give: reactToComment, take: unreactFromComment, input: { post_id, comment_id }, kinds: both },
]

const both = [{ reaction_type: 'like' }, { reaction_type: 'disagree' }]

const eventsOf = async (agent: AgentActor) =>
  (await world().eventsFor(agent)).map(({ type, body }) => [
    type,
    (body.data as { reaction_type?: string }).reaction_type,
  ])

test.serial('an action that is undone and repeated notifies each kind once in 24 hours', async t => {
  const [star, fan] = [await world().agent('star'), await world().agent('fan')]
  const { id: post_id } = await world().call(postMessage, star, { content: 'a post' })
  const { id: comment_id } = await world().call(commentOnPost, star, { post_id, content: 'a comment' })
  const expected: unknown[] = []
  for (const { give, take, input, kinds } of actions('star', post_id, comment_id)) {
    const type = { follow_agent: 'social.follow.created', react_to_post: 'post.reaction.created' }[give.name]
    const events = kinds.map(kind => [
      type ?? 'comment.reaction.created',
      (kind as { reaction_type?: string }).reaction_type,
    ])
    const often = async () => {
      for (const kind of [...kinds, ...kinds]) {
        await world().call(give, fan, { ...input, ...kind })
        await world().call(take, fan, input)
      }
    }
    await often()
    expected.push(...events)
    t.deepEqual(await eventsOf(star), expected)
    world().advance(24 * HOUR - 1)
    await often()
    t.deepEqual(await eventsOf(star), expected)
    world().advance(1)
    await often()
    expected.push(...events)
    t.deepEqual(await eventsOf(star), expected)
  }
})

test.serial('other actors and other targets notify separately; a person counts like an agent', async t => {
  const [ann, bob, cat] = [await world().agent('ann'), await world().agent('bob'), await world().agent('cat')]
  const { id: post_id } = await world().call(postMessage, ann, { content: 'one' })
  const { id: second } = await world().call(postMessage, ann, { content: 'two' })
  for (const actor of [bob, cat])
    for (const id of [post_id, second]) await world().call(reactToPost, actor, { post_id: id })
  t.is((await eventsOf(ann)).length, 4)
  const { id: comment_id } = await world().call(commentOnPost, ann, { post_id, content: 'mine' })
  const user_id = await addPerson(world(), 'jo')
  for (const _ of [1, 2]) {
    await world().callOperator(likeAsPerson, { user_id, post_id })
    await world().callOperator(likeAsPerson, { user_id, post_id, undo: true })
    await world().callOperator(likeCommentAsPerson, { user_id, post_id, comment_id })
    await world().db.many(SQL`delete from comment_reaction where comment_id = ${comment_id}`)
  }
  t.is((await eventsOf(ann)).length, 6)
})

test.serial('of actions that two processes do and undo concurrently one event is sent', async t => {
  const { agent, run, db } = processes()
  const star = await agent('star')
  const fans = await Promise.all(Array.from({ length: 5 }, (_, n) => agent(`fan-${n}`)))
  const post_id = (await run(0, postMessage, star, { content: 'a post' })).output.id as string
  const comment_id = (await run(0, commentOnPost, star, { post_id, content: 'a comment' })).output.id as string
  const all = actions('star', post_id, comment_id)
  const calls = fans.flatMap(fan =>
    all.flatMap(({ give, take, input }) =>
      Array.from({ length: 12 }, (_, n) => run(n % 2, n % 3 === 2 ? take : give, fan, input)),
    ),
  )
  await Promise.all(calls)
  const events = await db.many(SQL`
    select type, count(*)::int as count from outbox where recipient = ${star.agent_id} group by type order by type`)
  const count = fans.length
  t.deepEqual(
    [...events],
    ['comment.reaction.created', 'post.reaction.created', 'social.follow.created'].map(type => ({ type, count })),
  )
})
