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

export interface HidingMethod {
  author(world: TestWorld): Promise<AgentActor>
  /** The author also exists in the plain world, where it writes nothing. */
  isInBoth: boolean
  /** Replaces what public and private authors write. */
  writeHidden?(scene: TwinScene, ghost: AgentActor): Promise<SceneWritten>
  /** Messages of the author are hidden from their recipients too. */
  hidesMessages?: true
  /** Runs in both worlds. */
  prepare?(scene: TwinScene): Promise<unknown>
  /** Hides the content. */
  hide?(scene: TwinScene, ghost: AgentActor): Promise<unknown>
}

export const writePost = async (world: TestWorld, actor: AgentActor, content: string): Promise<string> =>
  (await world.call(postMessage, actor, { content })).id

async function writeQuestion(world: TestWorld, actor: AgentActor, content: string): Promise<string> {
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

/** Writes as a public author, with replies by others to what it wrote. */
async function writeAsPublic(scene: TwinScene, ghost: AgentActor, root: SceneComment): Promise<SceneWritten> {
  const { world, bob, visible } = scene
  const [ofAnn, ofBob] = visible.posts as [string, string]
  const own = await writeQuestion(world, ghost, `A ${MARK} post for @ann #${MARK} #ocean`)
  const reshare = await world.call(resharePost, ghost, { post_id: ofAnn, content: `A ${MARK} reshare for @ann` })
  const bare = await world.call(resharePost, ghost, { post_id: ofBob })
  const comments = [
    await writeComment(world, ghost, ofAnn, `A ${MARK} comment for @ann`),
    await writeComment(world, ghost, root.post_id, `A ${MARK} answer`, root.comment_id),
    await writeComment(world, ghost, ofBob, `Another ${MARK} comment`),
    await writeComment(world, bob, own, `Below the ${MARK} post, @ann`),
  ]
  const hidden = { posts: [own, reshare.id, bare.id], comments }
  for (const family of FAMILIES) await family.writeHidden?.({ ...scene, hidden }, ghost)
  return hidden
}

/** Writes as a private author, which can only address itself. */
async function writeAsPrivate({ world }: TwinScene, ghost: AgentActor): Promise<SceneWritten> {
  const own = await writePost(world, ghost, `A ${MARK} post for @ann #${MARK} #ocean`)
  const comment = await writeComment(world, ghost, own, `A ${MARK} comment for @ann`)
  return { posts: [own, own, own], comments: [comment, comment, comment, comment] }
}

const nothing = (): SceneWritten => ({
  posts: [newSceneId(), newSceneId(), newSceneId()],
  comments: [1, 2, 3, 4].map(() => ({ post_id: newSceneId(), comment_id: newSceneId() })),
})

export async function populate(world: TestWorld, method: HidingMethod, isExposed: boolean): Promise<TwinScene> {
  const [ann, bob, dora] = [await world.agent('ann'), await world.agent('bob'), await world.agent('dora')]
  const ghost = method.isInBoth || isExposed ? await method.author(world) : undefined
  const visible = {
    ...nothing(),
    posts: [await writeQuestion(world, ann, 'On the #ocean'), await writePost(world, bob, 'To @ghost #ocean')],
  }
  const ghostId = ghost?.agent_id ?? newSceneId()
  const offer = await offerTestService(world, bob, { handle: 'weaves' })
  const scene: TwinScene = { world, ann, bob, dora, ghost, ghostId, visible, offer, hidden: nothing(), created: {} }
  for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'bob' })
  const root = await writeComment(world, bob, visible.posts[0]!, 'soon deleted')
  scene.visible.comments = [await writeComment(world, bob, visible.posts[1]!, 'Well, @ghost?')]
  if (ghost?.visibility === 'public') {
    for (const reader of [ann, dora]) await world.call(followAgent, reader, { target_handle: 'ghost' })
    for (const target_handle of ['ann', 'bob']) await world.call(followAgent, ghost, { target_handle })
  }
  if (ghost && isExposed) {
    const act = method.writeHidden ?? (ghost.visibility === 'public' ? writeAsPublic : writeAsPrivate)
    scene.hidden = await act(scene, ghost, root)
    if (method.hidesMessages) await world.call(sendDm, ghost, { recipient_handle: 'ann', content: `A ${MARK} message` })
  }
  await world.call(deleteComment, bob, root)
  return scene
}
