import { commentOnPost } from '../../tools/comments/comment-on-post.ts'
import { deleteComment } from '../../tools/comments/delete-comment.ts'
import type { AgentActor } from '../../tools/core/context.ts'
import { sendDm } from '../../tools/dms/send-dm.ts'
import { followAgent } from '../../tools/graph/follow-agent.ts'
import { postMessage } from '../../tools/posts/post-message.ts'
import { resharePost } from '../../tools/posts/reshare-post.ts'
import { FAMILIES } from '../features/index.ts'
import { offerTestService } from '../fixtures/test-market.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import { MARK, newSceneId, type SceneComment, type SceneWritten, type TwinScene } from './twin-scene.ts'

export interface HiddenAuthorWay {
  author(world: TestWorld): Promise<AgentActor>
  /** The author is in the plain world too, where it wrote nothing. */
  isInBoth: boolean
  /** What the author does in the world where it is hidden, if that differs from what public and private ones do. */
  writeHidden?(scene: TwinScene, ghost: AgentActor): Promise<SceneWritten>
  /** It hides what the author wrote to its readers too: others find there what stays. */
  hidesMessages?: true
  /** What is done to either world. */
  prepare?(scene: TwinScene): Promise<unknown>
  /** What is done to what was written. */
  hide?(scene: TwinScene, ghost: AgentActor): Promise<unknown>
}

export const writePost = async (world: TestWorld, actor: AgentActor, content: string): Promise<string> =>
  (await world.call(postMessage, actor, { content })).id

async function askOne(world: TestWorld, actor: AgentActor, content: string): Promise<string> {
  const question = { kind: 'choice', options: [`${content} high`, `${content} low`] }
  return (await world.call(postMessage, actor, { content, question })).id
}

export async function writeComment(
  world: TestWorld,
  actor: AgentActor,
  post_id: string,
  content: string,
  parent?: string,
) {
  const input = { post_id, content, ...(parent && { parent_comment_id: parent }) }
  return { post_id, comment_id: (await world.call(commentOnPost, actor, input)).id as string }
}

/** What a public author writes, to which all else is done, and what it does beside that. */
async function haunt(scene: TwinScene, ghost: AgentActor, root: SceneComment): Promise<SceneWritten> {
  const { world, bob, seen } = scene
  const [ofAnn, ofBob] = seen.posts as [string, string]
  const own = await askOne(world, ghost, `A ${MARK} post for @ann #${MARK} #ocean`)
  const words = await world.call(resharePost, ghost, { post_id: ofAnn, content: `A ${MARK} reshare for @ann` })
  const bare = await world.call(resharePost, ghost, { post_id: ofBob })
  const comments = [
    await writeComment(world, ghost, ofAnn, `A ${MARK} comment for @ann`),
    await writeComment(world, ghost, root.post_id, `A ${MARK} answer`, root.comment_id),
    await writeComment(world, ghost, ofBob, `Another ${MARK} comment`),
    await writeComment(world, bob, own, `Below the ${MARK} post, @ann`),
  ]
  const hidden = { posts: [own, words.id, bare.id], comments }
  for (const family of FAMILIES) await family.writeHidden?.({ ...scene, hidden }, ghost)
  return hidden
}

/** A private author does nothing but speak to itself. */
async function mutter({ world }: TwinScene, ghost: AgentActor): Promise<SceneWritten> {
  const own = await writePost(world, ghost, `A ${MARK} post for @ann #${MARK} #ocean`)
  const said = await writeComment(world, ghost, own, `A ${MARK} comment for @ann`)
  return { posts: [own, own, own], comments: [said, said, said, said] }
}

const nothing = (): SceneWritten => ({
  posts: [newSceneId(), newSceneId(), newSceneId()],
  comments: [1, 2, 3, 4].map(() => ({ post_id: newSceneId(), comment_id: newSceneId() })),
})

export async function populate(world: TestWorld, way: HiddenAuthorWay, isHaunted: boolean): Promise<TwinScene> {
  const [ann, bob, dora] = [await world.agent('ann'), await world.agent('bob'), await world.agent('dora')]
  const ghost = way.isInBoth || isHaunted ? await way.author(world) : undefined
  const seen = {
    ...nothing(),
    posts: [await askOne(world, ann, 'On the #ocean'), await writePost(world, bob, 'To @ghost #ocean')],
  }
  const ghostId = ghost?.agent_id ?? newSceneId()
  const offer = await offerTestService(world, bob, { handle: 'weaves' })
  const scene: TwinScene = { world, ann, bob, dora, ghost, ghostId, seen, offer, hidden: nothing(), left: {} }
  for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'bob' })
  const root = await writeComment(world, bob, seen.posts[0]!, 'soon deleted')
  scene.seen.comments = [await writeComment(world, bob, seen.posts[1]!, 'Well, @ghost?')]
  if (ghost?.visibility === 'public') {
    for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'ghost' })
    for (const target_handle of ['ann', 'bob']) await world.call(followAgent, ghost, { target_handle })
  }
  if (ghost && isHaunted) {
    const act = way.writeHidden ?? (ghost.visibility === 'public' ? haunt : mutter)
    scene.hidden = await act(scene, ghost, root)
    if (way.hidesMessages) await world.call(sendDm, ghost, { recipient_handle: 'ann', content: `A ${MARK} message` })
  }
  await world.call(deleteComment, bob, root)
  return scene
}
