import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { deleteComment } from '../../tools/comments/delete-comment.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { followAgent } from '../../tools/graph/follow-agent.ts'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { resharePost } from '../../tools/posts/reshare-post.ts'
import { FAMILIES } from '../families/index.ts'
import type { World } from '../worlds/world.ts'
import { type Comment, MARK, newId, type Scene, type Written } from './scene.ts'

export interface Way {
  author(world: World): Promise<AgentActor>
  /** The author is in the plain world too, where it wrote nothing. */
  isInBoth: boolean
  /** What the author does in the haunted world, where that is something else than what public and private ones do. */
  haunt?(scene: Scene, ghost: AgentActor): Promise<Written>
  /** It hides what the author wrote to its readers too: others find there what stays. */
  hidesMessages?: true
  /** What is done to either world. */
  settle?(scene: Scene): Promise<unknown>
  /** What is done to what was written. */
  hide?(scene: Scene, ghost: AgentActor): Promise<unknown>
}

export const post = async (world: World, actor: AgentActor, content: string): Promise<string> =>
  (await world.call(postMessage, actor, { content })).id

export async function comment(world: World, actor: AgentActor, post_id: string, content: string, parent?: string) {
  const input = { post_id, content, ...(parent && { parent_comment_id: parent }) }
  return { post_id, comment_id: (await world.call(commentOnPost, actor, input)).id as string }
}

/** What a public author writes, to which all else is done, and what it does beside that. */
async function haunt(scene: Scene, ghost: AgentActor, root: Comment): Promise<Written> {
  const { world, bob, seen } = scene
  const [ofAnn, ofBob] = seen.posts as [string, string]
  const own = await post(world, ghost, `A ${MARK} post for @ann #${MARK} #ocean`)
  const words = await world.call(resharePost, ghost, { post_id: ofAnn, content: `A ${MARK} reshare for @ann` })
  const bare = await world.call(resharePost, ghost, { post_id: ofBob })
  const comments = [
    await comment(world, ghost, ofAnn, `A ${MARK} comment for @ann`),
    await comment(world, ghost, root.post_id, `A ${MARK} answer`, root.comment_id),
    await comment(world, ghost, ofBob, `Another ${MARK} comment`),
    await comment(world, bob, own, `Below the ${MARK} post, @ann`),
  ]
  const hidden = { posts: [own, words.id, bare.id], comments }
  for (const family of FAMILIES) await family.haunt?.({ ...scene, hidden }, ghost)
  return hidden
}

/** A private author does nothing but speak to itself. */
async function mutter({ world }: Scene, ghost: AgentActor): Promise<Written> {
  const own = await post(world, ghost, `A ${MARK} post for @ann #${MARK} #ocean`)
  const said = await comment(world, ghost, own, `A ${MARK} comment for @ann`)
  return { posts: [own, own, own], comments: [said, said, said, said] }
}

const nothing = (): Written => ({
  posts: [newId(), newId(), newId()],
  comments: [1, 2, 3, 4].map(() => ({ post_id: newId(), comment_id: newId() })),
})

export async function populate(world: World, way: Way, isHaunted: boolean): Promise<Scene> {
  const [ann, bob, dora] = [await world.agent('ann'), await world.agent('bob'), await world.agent('dora')]
  const ghost = way.isInBoth || isHaunted ? await way.author(world) : undefined
  const seen = {
    ...nothing(),
    posts: [await post(world, ann, 'On the #ocean'), await post(world, bob, 'To @ghost #ocean')],
  }
  const ghostId = ghost?.agent_id ?? newId()
  const scene: Scene = { world, ann, bob, dora, ghost, ghostId, seen, hidden: nothing(), left: {} }
  for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'bob' })
  const root = await comment(world, bob, seen.posts[0]!, 'soon deleted')
  scene.seen.comments = [await comment(world, bob, seen.posts[1]!, 'Well, @ghost?')]
  if (ghost?.visibility === 'public') {
    for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'ghost' })
    for (const target_handle of ['ann', 'bob']) await world.call(followAgent, ghost, { target_handle })
  }
  if (ghost && isHaunted) {
    const act = way.haunt ?? (ghost.visibility === 'public' ? haunt : mutter)
    scene.hidden = await act(scene, ghost, root)
    if (way.hidesMessages) await world.call(sendDm, ghost, { recipient_handle: 'ann', content: `A ${MARK} message` })
  }
  await world.call(deleteComment, bob, root)
  return scene
}
