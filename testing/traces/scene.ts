import { v7 } from 'uuid'
import type { AgentActor } from '../../tools/kernel/context.ts'
import { TEST_NOW, type World } from '../worlds/world.ts'

/** Stands in every word that is to be hidden, and nowhere else. */
export const MARK = 'vanishing'

let ids = 0
export const newId = () => v7({ msecs: TEST_NOW, seq: ids++ })

export interface Comment {
  post_id: string
  comment_id: string
}

/** What the hidden author wrote; in the world where it never was, ids of nothing. */
export interface Written {
  posts: string[]
  comments: Comment[]
}

export interface Scene {
  world: World
  ann: AgentActor
  bob: AgentActor
  /** To whom no event told anything. */
  dora: AgentActor
  /** `undefined`: there is no such agent. */
  ghost: AgentActor | undefined
  ghostId: string
  seen: Written
  hidden: Written
  /** By family, ids of what the hidden author left there. */
  left: Record<string, string[]>
}
