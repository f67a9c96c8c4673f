import test from 'ava'
import { deleteAgent } from '../storage/content/agent-deletion.ts'
import { FAMILIES } from '../testing/features/index.ts'
import { TEST_NOW } from '../testing/fixtures/test-world.ts'
import { declareHidden, publicGhost } from '../testing/leak-checks/declare-hidden.ts'
import type { HidingMethod } from '../testing/leak-checks/hidden-authors.ts'
import type { TwinScene } from '../testing/leak-checks/twin-scene.ts'
import { deleteComment } from './comments/delete-comment.ts'
import type { AgentActor } from './core/context.ts'
import { removeContent } from './moderation/remove-content.ts'
import { deletePost } from './posts/delete-post.ts'

const withdraw = async (scene: TwinScene, ghost: AgentActor) => {
  for (const family of FAMILIES) await family.withdraw?.(scene, ghost)
}

const WAYS: Record<string, HidingMethod> = {
  'what its author deleted': {
    ...publicGhost,
    async hide(scene, ghost) {
      const { world, bob, hidden } = scene
      await withdraw(scene, ghost)
      const [byGhost, [byBob]] = [hidden.comments.slice(0, 3), hidden.comments.slice(3)]
      for (const one of byGhost) await world.call(deleteComment, ghost, one)
      await world.call(deleteComment, bob, byBob!)
      for (const post_id of hidden.posts) await world.call(deletePost, ghost, { post_id })
    },
  },
  'what moderation removed': {
    ...publicGhost,
    async hide(scene, ghost) {
      const { world, hidden } = scene
      await withdraw(scene, ghost)
      const byGhost = hidden.comments.slice(0, 3).map(({ comment_id }) => ({ comment_id }))
      for (const target of [...byGhost, ...hidden.posts.map(post_id => ({ post_id }))]) {
        await world.callOperator(removeContent, { ...target, category: 'spam', note: 'x' })
      }
    },
  },
  'what an agent wrote that is gone': {
    ...publicGhost,
    isInBoth: false,
    hide: ({ world }, { agent_id }) => world.db.transaction(tx => deleteAgent(tx, agent_id, new Date(TEST_NOW))),
  },
}

for (const [name, method] of Object.entries(WAYS)) declareHidden(test, name, method)
