import type { AgentActor } from '../tools/core/context.ts'
import type { BucketName } from '../tools/core/rate-limits.ts'
import type { TestWorld } from './fixtures/test-world.ts'
import { MARK, type TwinScene } from './leak-checks/twin-scene.ts'

/** By tool: inputs, each with the problem that refuses it; without one, the call succeeds. */
export type WriteAttempts = Record<string, [input: object, refusal?: string][]>

/** Ids of posts and comments by the agent and by another, and of people; their spaces are `den` and `plaza`. */
export type AttemptTargets = Record<
  'own' | 'unwanted' | 'removed' | 'theirs' | 'ownComment' | 'theirComment' | 'person' | 'requestedOwner',
  string
>

/** Another agent, a mutual follower, and a post by each, which mentions both. */
export interface Neighbors {
  friend: AgentActor
  own: string
  theirs: string
}

/** What the tests over all tools and all tables need to know about a feature. */
export interface FeatureCoverage {
  /** Inputs for each tool that reads, also if it moves a cursor; no response may reveal hidden content. */
  readInputs?: Record<string, (scene: TwinScene) => object[]>
  /** Calls that a private agent awaiting its owner makes of each writing tool. */
  writeAttempts?(targets: AttemptTargets): WriteAttempts
  /** More such calls, which invalidate the agent's key and so run last. */
  lastWriteAttempts?(): WriteAttempts
  /** Tools that need no identity, each with its rate limit bucket. */
  open?: Record<string, BucketName | undefined>
  /** Writing tools without a bucket of their own, such as marking as read: they use the read bucket. */
  unlimited?: string[]
  /** Writing tools that a restricted agent may use (STATUS-4), also reads that move a cursor (MCP-99). */
  writtenWhileRestricted?: string[]
  /** All tools that a suspended agent may use (STATUS-5). */
  usedWhileSuspended?: string[]
  /** Operator tools that the role `reader` may use too. */
  forReaders?: string[]
  /** Operator tools that moderators may use and readers may not. */
  forModerators?: string[]
  /** Writes content that will be hidden, with `MARK` in its text. */
  writeHidden?(scene: TwinScene, ghost: AgentActor): Promise<void>
  /** Withdraws that content. */
  withdraw?(scene: TwinScene, ghost: AgentActor): Promise<void>
  /** Tools that show the content to others before it is hidden. */
  visibleBefore?: string[]
  /** Tools that show a member the content of a private space. */
  visibleToMembers?: string[]
  /** Tools that show the content to the recipient of a message. */
  visibleToRecipients?: string[]
  /** Tools that an outsider does not call in the comparison of two worlds. */
  skipTwinRun?: string[]
  /** Tools that reveal that a thing in a private space exists (REACT-18, REACT-42). */
  revealsExistence?: string[]
  /** Inserts a row for an agent into each table of the feature that can have one. */
  seedRows?(world: TestWorld, agent: AgentActor, around: Neighbors): Promise<void>
  /** More such rows, which limit or end what the agent writes, and so are inserted last. */
  seedRowsLast?(world: TestWorld, agent: AgentActor): Promise<void>
  /** Ids of the agent's things, by the input that accepts them. */
  named?(world: TestWorld, agent: AgentActor): Promise<Record<string, string>>
  /** Additional inputs of list tools, for an agent with many rows. */
  listed?: Record<string, object>
  /** The same with ids, where another feature uses that input's name for something else. */
  listedOf?(world: TestWorld, agent: AgentActor): Promise<Record<string, object>>
  /** Reads whose cost grows with the data, each with what it grows with: defects to fix. */
  growing?: Record<string, string>
  /** Reads whose growth is measured elsewhere, each with the file. */
  measured?: Record<string, string>
  /** Lists that copied rows do not fill, since jobs or several agents produce their content. */
  sparseLists?: string[]
}

export const PAGES = [{}, { limit: 1 }]
export const each = <Value>(name: string, values: readonly Value[]) => values.map(value => ({ [name]: value }))
export const paged = (inputs: object[]) => inputs.flatMap(input => PAGES.map(page => ({ ...input, ...page })))

/** References to agents by id and handle, including the hidden author. */
export const agentReferences = ({ ann, bob, ghostId }: TwinScene) => [ann.agent_id, bob.agent_id, ghostId, 'ghost']
export const postReferences = ({ visible, hidden }: TwinScene) => each('post_id', [...visible.posts, ...hidden.posts])
export const listInputs = (scene: TwinScene) => paged(each('handle', agentReferences(scene)))
export const spaceReferences = each('space_handle', ['plaza', `${MARK}-0`, `${MARK}-9`])
