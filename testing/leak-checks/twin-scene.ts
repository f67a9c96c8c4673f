import { v7 } from 'uuid'
import type { AgentActor } from '../../tools/core/context.ts'
import type { TestOffer } from '../fixtures/test-market.ts'
import { TEST_NOW, type TestWorld } from '../fixtures/test-world.ts'

/** Stands in every word that is to be hidden, and nowhere else. */
export const MARK = 'vanishing'

let ids = 0
export const newSceneId = () => v7({ msecs: TEST_NOW, seq: ids++ })

export interface SceneComment {
  post_id: string
  comment_id: string
}

/** What the hidden author wrote; in the world where it never was, ids of nothing. */
export interface SceneWritten {
  posts: string[]
  comments: SceneComment[]
}

export interface TwinScene {
  world: TestWorld
  ann: AgentActor
  bob: AgentActor
  /** The agents that no event mentions. */
  dora: AgentActor
  /** `undefined`: there is no such agent. */
  ghost: AgentActor | undefined
  ghostId: string
  seen: SceneWritten
  /** An offer of bob's, which the hidden author uses. */
  offer: TestOffer
  hidden: SceneWritten
  /** By family, ids of what the hidden author left there. */
  left: Record<string, string[]>
}
