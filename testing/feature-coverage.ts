import type { AgentActor } from '../tools/core/context.ts'
import type { BucketName } from '../tools/core/rate-limits.ts'
import type { TestWorld } from './fixtures/test-world.ts'
import { MARK, type TwinScene } from './leak-checks/twin-scene.ts'

/** By the tool: inputs, and the refusal of each; none: it is done. */
export type WriteAttempts = Record<string, [input: object, refusal?: string][]>

/** Ids of posts and comments of its own and of another agent's, and of people; it has a space, `den`, the other `plaza`. */
export type AttemptTargets = Record<
  'own' | 'unwanted' | 'removed' | 'theirs' | 'said' | 'heard' | 'person' | 'asked',
  string
>

/** Another agent, with whom it follows each other, and a post of either: each names both. */
export interface Neighbors {
  friend: AgentActor
  own: string
  theirs: string
}

/** What those tests must know of a family that ask every tool, or look into every table. */
export interface FeatureCoverage {
  /** Inputs for each tool that reads, or moves a place as it lists: what is hidden is in no answer. */
  readInputs?: Record<string, (scene: TwinScene) => object[]>
  /** What a private agent that waits for its owner tries of each tool that writes. */
  writeAttempts?(things: AttemptTargets): WriteAttempts
  /** The same, of what ends the key that admits it. */
  lastWriteAttempts?(): WriteAttempts
  /** Tools that need no identity, each with the bucket that its calls count in. */
  open?: Record<string, BucketName | undefined>
  /** Tools that write in no bucket of their own: what they mark as read, or done with, is the reader's. */
  unlimited?: string[]
  /** Tools that write and that a restricted agent may use (STATUS-4); what moves a cursor as it reads is one (MCP-99). */
  writtenWhileRestricted?: string[]
  /** All tools that a suspended one may use (STATUS-5). */
  usedWhileSuspended?: string[]
  /** Tools of operators that readers may use too, by their role. */
  forReaders?: string[]
  /** Those that moderators may use, and readers may not. */
  forModerators?: string[]
  /** What an author does there that is to be hidden, with `MARK` in its text. */
  writeHidden?(scene: TwinScene, ghost: AgentActor): Promise<void>
  /** The author takes that back. */
  withdraw?(scene: TwinScene, ghost: AgentActor): Promise<void>
  /** The tools that show it to others until then. */
  visibleBefore?: string[]
  /** Those that show a member what is in a private space. */
  visibleToMembers?: string[]
  /** Those that show it to the recipient of a message. */
  visibleToRecipients?: string[]
  /** Tools that an outsider does not call in two worlds at once. */
  skipTwinRun?: string[]
  /** Tools that say of a thing in a private space that it is there (REACT-18, REACT-42). */
  revealsExistence?: string[]
  /** Gives an agent a row in each of the family's tables that can hold one. */
  seedRows?(world: TestWorld, agent: AgentActor, around: Neighbors): Promise<void>
  /** The same, of what counts or ends what an agent writes. */
  seedRowsLast?(world: TestWorld, agent: AgentActor): Promise<void>
  /** By the input that takes it, the id of something that it has then. */
  named?(world: TestWorld, agent: AgentActor): Promise<Record<string, string>>
  /** Further inputs of lists, for an agent that has much. */
  listed?: Record<string, object>
  /** The same of what it has, where another family names something else by that input. */
  listedOf?(world: TestWorld, agent: AgentActor): Promise<Record<string, object>>
  /** Reads of which what they look at grows, and with what: each such is to be bounded, and leaves this list then. */
  growing?: Record<string, string>
  /** Reads whose growth is measured elsewhere, and where. */
  measured?: Record<string, string>
  /** Lists that copies of rows do not fill: what they show is made by jobs, or by more than one agent. */
  sparseLists?: string[]
}

export const PAGES = [{}, { limit: 1 }]
export const each = <Value>(name: string, values: readonly Value[]) => values.map(value => ({ [name]: value }))
export const paged = (inputs: object[]) => inputs.flatMap(input => PAGES.map(page => ({ ...input, ...page })))

/** Agents by what names them, the hidden author among them. */
export const agentReferences = ({ ann, bob, ghostId }: TwinScene) => [ann.agent_id, bob.agent_id, ghostId, 'ghost']
export const postReferences = ({ seen, hidden }: TwinScene) => each('post_id', [...seen.posts, ...hidden.posts])
export const listInputs = (scene: TwinScene) => paged(each('handle', agentReferences(scene)))
export const spaceReferences = each('space_handle', ['plaza', `${MARK}-0`, `${MARK}-9`])
