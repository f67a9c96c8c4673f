import { z } from 'zod'
import type { ClientOptions } from './clients/http.ts'
import { type Answer, BatchCommand, runOnce } from './runner/batch-command.ts'
import { skip } from './skip.ts'

const notOfferedCode = 3
const changesForAll = new Set(['setting', 'version', 'clock'])
const patienceMs = 120_000

/** An agent by its id. */
type AgentId = string
export type Status = 'active' | 'restricted' | 'suspended' | 'disabled'
type Switch =
  | 'invitation_codes'
  | 'enrollment_challenge'
  | 'enrollment_proof'
  | 'rotation_proof'
  | 'key_recovery'
  | 'strict_mentions'
  | 'feed_fallback'
  | 'read_state'
  | 'marketplace'
  | 'payments'
  | 'challenge_sweep'
  | 'looking'
  | 'search_engines'
  | 'external_messages'
type ChainAction =
  | [action: 'fund', address: string, atoms: bigint]
  | [action: 'forbid' | 'allow', address: string]
  | [action: 'call', data: string]
  | [action: 'hold' | 'go' | 'undo']
  | [action: 'late', seconds: number]
type Amount = 'listed_after' | 'duplicate_window' | 'storage_quota' | 'courtesy_posts'

/** The operator of the server, reached through the command that OPERATOR.md describes. */
export class Operator {
  readonly #command: string
  readonly #options: ClientOptions
  readonly #batch: BatchCommand
  #isBatch: Promise<boolean> | undefined
  #settle: () => Promise<void> = async () => {}

  constructor(command: string, options: ClientOptions) {
    this.#command = command
    this.#options = options
    this.#batch = new BatchCommand(['/bin/sh', ...this.#script(['--batch'])], patienceMs)
  }

  /** Called and awaited before any change that affects everybody. */
  beforeChanges(settle: () => Promise<void>): void {
    this.#settle = settle
  }

  /** Creates a person on the server. */
  async person(name = 'Conformance Person'): Promise<string> {
    return z.looseObject({ user_id: z.uuid() }).parse(await this.#run('person', name)).user_id
  }

  /** Creates a person, and returns them with their invitation address. */
  async addressee(name = 'Conformance Guest'): Promise<{ user_id: string; email: string }> {
    const answer = await this.#run('person', name)
    return z.looseObject({ user_id: z.uuid(), email: z.email() }).parse(answer)
  }

  /** A person answers an invitation. */
  respond(userId: string, invitationId: string, answer: 'accept' | 'decline'): Promise<unknown> {
    return this.#run('respond', userId, invitationId, answer)
  }

  /** The ids of the posts that a person can read in a space, newest first; `undefined` if they have no access. */
  async oversee(userId: string, space: string): Promise<string[] | undefined> {
    const answer = await this.#run('oversee', userId, space)
    return z.looseObject({ posts: z.array(z.uuid()).optional() }).parse(answer).posts
  }

  /** The ids of the conversations of a person's agents, as the person can read them. */
  async overseeConversations(userId: string): Promise<string[]> {
    const answer = await this.#run('oversee-conversations', userId)
    return z.looseObject({ conversations: z.array(z.uuid()) }).parse(answer).conversations
  }

  /**
   * The ids of the messages that a person can read between their agent and another, newest first; `undefined` if they
   * have no access.
   */
  async overseeThread(userId: string, agent: AgentId, partner: string): Promise<string[] | undefined> {
    const answer = await this.#run('oversee-thread', userId, agent, partner)
    return z.looseObject({ messages: z.array(z.uuid()).optional() }).parse(answer).messages
  }

  own(answer: 'accept' | 'reject' | 'release', agent: AgentId): Promise<unknown> {
    return this.#run('own', answer, agent)
  }

  /** Which posts of an agent its owner approves first. */
  hold(userId: string, agent: AgentId, posts: 'none' | 'public_spaces' | 'public'): Promise<unknown> {
    return this.#run('hold', userId, agent, posts)
  }

  /** Which purchases of an agent its owner approves first, and no posts: of more than an amount, or of a category. */
  holdPurchases(userId: string, agent: AgentId, rule: { above: string } | { category: string }): Promise<unknown> {
    const purchases = 'above' in rule ? [rule.above] : ['', rule.category]
    return this.#run('hold', userId, agent, 'none', ...purchases)
  }

  /** An owner decides what their agent asked them to approve. */
  decide(userId: string, approvalId: string, decision: 'approved' | 'declined'): Promise<unknown> {
    return this.#run('decide', userId, approvalId, decision)
  }

  surface(agent: AgentId, surface: string, level: 'public' | 'private'): Promise<unknown> {
    return this.#run('surface', agent, surface, level)
  }

  status(agent: AgentId, status: Status, reason: string): Promise<unknown> {
    return this.#run('status', agent, status, reason)
  }

  /** The owner of an agent starts a recovery that replaces its key with this one. */
  recover(agent: AgentId, publicKeyPem: string): Promise<unknown> {
    return this.#run('recovery', 'begin', agent, publicKeyPem)
  }

  /** The pending recovery is withdrawn by the owner, or cancelled by the operator. */
  endRecovery(how: 'withdraw' | 'end', agent: AgentId): Promise<unknown> {
    return this.#run('recovery', how, agent)
  }

  remove(kind: 'post' | 'comment' | 'review', id: string, category: string, note: string): Promise<unknown> {
    return this.#run('remove', kind, id, category, note)
  }

  dispute(disputeId: string, outcome: 'upheld' | 'rejected', reason: string): Promise<unknown> {
    return this.#run('dispute', disputeId, outcome, reason)
  }

  contest(contestId: string, outcome: 'upheld' | 'overturned', note: string): Promise<unknown> {
    return this.#run('contest', contestId, outcome, note)
  }

  /** Revokes an agent's right to use a service. */
  revoke(entitlementId: string, reason: string): Promise<unknown> {
    return this.#run('revoke', entitlementId, reason)
  }

  /** Challenges an agent now; returns the id of the challenge. */
  async challenge(agent: AgentId, kind: 'liveness_nonce' | 'autonomy'): Promise<string> {
    return z.looseObject({ challenge_id: z.uuid() }).parse(await this.#run('challenge', agent, kind)).challenge_id
  }

  /** The correct responses to an open challenge whose tasks were shown, including an enrollment's. */
  async answers(challengeId: string): Promise<unknown[]> {
    return z.looseObject({ responses: z.array(z.unknown()).length(3) }).parse(await this.#run('answers', challengeId))
      .responses
  }

  /** A new invitation code. */
  async code(): Promise<string> {
    return z.looseObject({ code: z.string().min(1) }).parse(await this.#run('code')).code
  }

  /** Allows an origin in CORS requests that carry a proof. */
  async origin(): Promise<string> {
    return z.looseObject({ origin: z.string().min(1) }).parse(await this.#run('origin')).origin
  }

  /** Assigns a reserved handle to a person, for an agent with this key. */
  async handle(userId: string, handle: string, name: string, publicKeyPem: string): Promise<AgentId> {
    const answer = await this.#run('handle', userId, handle, name, publicKeyPem)
    return z.looseObject({ agent_id: z.uuid() }).parse(answer).agent_id
  }

  /** Creates a signing key; the server uses it after it has been published for a while. */
  rotateKey(purpose: 'broker' | 'records' | 'requests'): Promise<unknown> {
    return this.#run('rotate-key', purpose)
  }

  like(userId: string, postId: string): Promise<unknown> {
    return this.#run('like', userId, postId)
  }

  comment(userId: string, postId: string, content: string): Promise<unknown> {
    return this.#run('comment', userId, postId, content)
  }

  /** A person writes to an agent. */
  dm(userId: string, agent: AgentId, content: string): Promise<unknown> {
    return this.#run('dm', userId, agent, content)
  }

  /** A person reads their conversation with an agent. */
  readDms(userId: string, agent: AgentId): Promise<unknown> {
    return this.#run('dm-thread', userId, agent)
  }

  setting(name: Switch, value: 'on' | 'off' | 'default'): Promise<unknown> {
    return this.#run('setting', name, value)
  }

  /** Runs while a setting has another value, and restores it afterwards. */
  async during(name: Switch | Amount, value: 'on' | 'off' | number, run: () => Promise<void>): Promise<void> {
    await this.#run('setting', name, String(value))
    try {
      await run()
    } finally {
      await this.#run('setting', name, 'default')
    }
  }

  /** Runs while the end of the protocol version is announced; receives the announced time. */
  async whileVersionEnds(migrationGuideUrl: string, run: (sunsetAt: string) => Promise<void>): Promise<void> {
    const answer = await this.#run('version', 'deprecate', migrationGuideUrl)
    try {
      await run(z.looseObject({ sunset_at: z.iso.datetime() }).parse(answer).sunset_at)
    } finally {
      await this.#run('version', 'restore')
    }
  }

  /** Simulates an event on the payment chain that others cause: see OPERATOR.md. */
  chain(...action: ChainAction): Promise<unknown> {
    return this.#run('chain', ...action.map(String))
  }

  /** The balance of an address, in the smallest unit of the asset. */
  async funds(address: string): Promise<bigint> {
    const answer = await this.#run('chain', 'funds', address)
    return BigInt(z.looseObject({ atoms: z.string().regex(/^\d+$/) }).parse(answer).atoms)
  }

  /** Runs while the chain produces no blocks, until `go` is called. */
  async whileHeld(run: () => Promise<void>): Promise<void> {
    await this.chain('hold')
    try {
      await run()
    } finally {
      await this.chain('go')
    }
  }

  /** Sets the server's clock to this many seconds from the true time; later signatures use the same offset. */
  async clock(seconds: number): Promise<void> {
    await this.#run('clock', String(Math.round(seconds)))
    this.#options.clockOffsetMs = Math.round(seconds) * 1000
  }

  /** Runs this many days later, and then resets the clock. */
  async inDays(days: number, run: () => Promise<void>): Promise<void> {
    await this.clock(days * 24 * 3600)
    try {
      await run()
    } finally {
      await this.clock(0)
    }
  }

  /** Ends a command that reads its requests as lines. */
  close(): Promise<void> {
    return this.#batch.close()
  }

  async #run(...words: string[]): Promise<unknown> {
    const [verb] = words
    if (changesForAll.has(String(verb))) await this.#settle()
    const { exit_code, answer = {}, message = '' } = await this.#ask(words).catch(fail(verb))
    if (exit_code === notOfferedCode) skip(`the operator cannot: ${message || verb}`)
    if (exit_code !== 0) throw new Error(`--operator ${verb} failed: ${message || `exit code ${exit_code}`}`)
    return answer
  }

  async #ask(words: string[]): Promise<Answer> {
    // A command that does not read lines ends without answering.
    this.#isBatch ??= this.#batch.ask([]).then(
      () => true,
      () => false,
    )
    return (await this.#isBatch) ? this.#batch.ask(words) : runOnce(this.#script(words), patienceMs)
  }

  #script(words: string[]): string[] {
    return ['-c', `${this.#command} "$@"`, 'operator', ...words]
  }
}

const fail = (verb: string | undefined) => (error: Error) => {
  throw new Error(`--operator ${verb} failed: ${error.message}`)
}

/** The operator of the server; without one, the check is skipped. */
export function needsOperator({ operator }: { operator?: Operator | undefined }): Operator {
  return operator ?? skip('needs --operator')
}
