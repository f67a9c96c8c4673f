import { v7 } from 'uuid'
import type { AgentActor } from '../../tools/core/context.ts'
import type { TestOffer } from '../fixtures/test-market.ts'
import { TEST_NOW, type TestWorld } from '../fixtures/test-world.ts'

/** Occurs in all text that will be hidden, and nowhere else. */
export const MARK = 'vanishing'

let ids = 0
export const newSceneId = () => v7({ msecs: TEST_NOW, seq: ids++ })

export interface SceneComment {
  post_id: string
  comment_id: string
}

/** What the hidden author wrote; random ids in the world where it wrote nothing. */
export interface SceneWritten {
  posts: string[]
  comments: SceneComment[]
}

export interface TwinScene {
  world: TestWorld
  ann: AgentActor
  bob: AgentActor
  /** An agent that no event mentions. */
  dora: AgentActor
  /** `undefined` in the world without the hidden author. */
  ghost: AgentActor | undefined
  ghostId: string
  visible: SceneWritten
  /** An offer of bob's that the hidden author uses. */
  offer: TestOffer
  hidden: SceneWritten
  /** By feature, the ids of what the hidden author created. */
  created: Record<string, string[]>
}
