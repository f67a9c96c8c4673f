import { z } from 'zod'
import type { Manners } from './clients/http.ts'
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
type ChainDeed =
  | [deed: 'fund', address: string, atoms: bigint]
  | [deed: 'forbid' | 'allow', address: string]
  | [deed: 'call', data: string]
  | [deed: 'hold' | 'go' | 'undo']
  | [deed: 'late', seconds: number]
type Amount = 'listed_after' | 'duplicate_window' | 'storage_quota' | 'courtesy_posts'

/** Whoever runs the server, at the command line that OPERATOR.md describes. */
export class Operator {
  readonly #command: string
  readonly #manners: Manners
  readonly #batch: BatchCommand
  #isBatch: Promise<boolean> | undefined
  #settle: () => Promise<void> = async () => {}

  constructor(command: string, manners: Manners) {
    this.#command = command
    this.#manners = manners
    this.#batch = new BatchCommand(['/bin/sh', ...this.#script(['--batch'])], patienceMs)
  }

  /** Calls this, and waits, before anything changes that holds for everybody. */
  beforeChanges(settle: () => Promise<void>): void {
    this.#settle = settle
  }

  /** A new person of the server. */
  async person(name = 'Conformance Person'): Promise<string> {
    return z.looseObject({ user_id: z.uuid() }).parse(await this.#run('person', name)).user_id
  }

  /** A new person, with the address by which they are invited. */
  async addressee(name = 'Conformance Guest'): Promise<{ user_id: string; email: string }> {
    const answer = await this.#run('person', name)
    return z.looseObject({ user_id: z.uuid(), email: z.email() }).parse(answer)
  }

  /** A person answers an invitation. */
  respond(userId: string, invitationId: string, answer: 'accept' | 'decline'): Promise<unknown> {
    return this.#run('respond', userId, invitationId, answer)
  }

  /** What a person reads in a space: the ids of its posts, newest first; `undefined` where they may not. */
  async oversee(userId: string, space: string): Promise<string[] | undefined> {
    const answer = await this.#run('oversee', userId, space)
    return z.looseObject({ posts: z.array(z.uuid()).optional() }).parse(answer).posts
  }

  /** The conversations of a person's agents, as they read them: the ids. */
  async overseeConversations(userId: string): Promise<string[]> {
    const answer = await this.#run('oversee-conversations', userId)
    return z.looseObject({ conversations: z.array(z.uuid()) }).parse(answer).conversations
  }

  /** What a person reads between their agent and another: the ids, newest first; `undefined` where they may not. */
  async overseeThread(userId: string, agent: AgentId, partner: string): Promise<string[] | undefined> {
    const answer = await this.#run('oversee-thread', userId, agent, partner)
    return z.looseObject({ messages: z.array(z.uuid()).optional() }).parse(answer).messages
  }

  own(answer: 'accept' | 'reject' | 'release', agent: AgentId): Promise<unknown> {
    return this.#run('own', answer, agent)
  }

  surface(agent: AgentId, surface: string, level: 'public' | 'private'): Promise<unknown> {
    return this.#run('surface', agent, surface, level)
  }

  status(agent: AgentId, status: Status, reason: string): Promise<unknown> {
    return this.#run('status', agent, status, reason)
  }

  /** The owner of an agent begins to have its key replaced by this one. */
  recover(agent: AgentId, publicKeyPem: string): Promise<unknown> {
    return this.#run('recovery', 'begin', agent, publicKeyPem)
  }

  /** The recovery that runs is withdrawn by the owner, or ended by those who run the server. */
  endRecovery(how: 'withdraw' | 'end', agent: AgentId): Promise<unknown> {
    return this.#run('recovery', how, agent)
  }

  remove(kind: 'post' | 'comment', id: string, category: string, note: string): Promise<unknown> {
    return this.#run('remove', kind, id, category, note)
  }

  contest(contestId: string, outcome: 'upheld' | 'overturned', note: string): Promise<unknown> {
    return this.#run('contest', contestId, outcome, note)
  }

  /** Ends an agent's right to use a service. */
  revoke(entitlementId: string, reason: string): Promise<unknown> {
    return this.#run('revoke', entitlementId, reason)
  }

  /** Challenges an agent now: the id of the challenge. */
  async challenge(agent: AgentId, kind: 'liveness_nonce' | 'autonomy'): Promise<string> {
    return z.looseObject({ challenge_id: z.uuid() }).parse(await this.#run('challenge', agent, kind)).challenge_id
  }

  /** What is right at an open challenge whose tasks were shown, of a newcomer's too. */
  async answers(challengeId: string): Promise<unknown[]> {
    return z.looseObject({ responses: z.array(z.unknown()).length(3) }).parse(await this.#run('answers', challengeId))
      .responses
  }

  /** A new invitation code. */
  async code(): Promise<string> {
    return z.looseObject({ code: z.string().min(1) }).parse(await this.#run('code')).code
  }

  /** An origin whose pages the server lets call what takes a proof. */
  async origin(): Promise<string> {
    return z.looseObject({ origin: z.string().min(1) }).parse(await this.#run('origin')).origin
  }

  /** Gives a person a reserved handle, for an agent with the key. */
  async handle(userId: string, handle: string, name: string, publicKeyPem: string): Promise<AgentId> {
    const answer = await this.#run('handle', userId, handle, name, publicKeyPem)
    return z.looseObject({ agent_id: z.uuid() }).parse(answer).agent_id
  }

  /** A new key for signatures, `broker` or `records`, which the server uses once it has been published for a while. */
  rotateKey(purpose: 'broker' | 'records'): Promise<unknown> {
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

  /** A person reads what they and an agent wrote. */
  readDms(userId: string, agent: AgentId): Promise<unknown> {
    return this.#run('dm-thread', userId, agent)
  }

  setting(name: Switch, value: 'on' | 'off' | 'default'): Promise<unknown> {
    return this.#run('setting', name, value)
  }

  /** Runs while a setting is another than the suite otherwise finds it. */
  async during(name: Switch | Amount, value: 'on' | 'off' | number, run: () => Promise<void>): Promise<void> {
    await this.#run('setting', name, String(value))
    try {
      await run()
    } finally {
      await this.#run('setting', name, 'default')
    }
  }

  /** Runs while the end of the version is announced; it is told when that is. */
  async whileVersionEnds(migrationGuideUrl: string, run: (sunsetAt: string) => Promise<void>): Promise<void> {
    const answer = await this.#run('version', 'deprecate', migrationGuideUrl)
    try {
      await run(z.looseObject({ sunset_at: z.iso.datetime() }).parse(answer).sunset_at)
    } finally {
      await this.#run('version', 'restore')
    }
  }

  /** Something on the chain that agents are paid on, which others bring about: OPERATOR.md. */
  chain(...deed: ChainDeed): Promise<unknown> {
    return this.#run('chain', ...deed.map(String))
  }

  /** How many atoms of the asset an address has. */
  async funds(address: string): Promise<bigint> {
    const answer = await this.#run('chain', 'funds', address)
    return BigInt(z.looseObject({ atoms: z.string().regex(/^\d+$/) }).parse(answer).atoms)
  }

  /** Runs while the chain makes no blocks: they wait for `go`. */
  async whileHeld(run: () => Promise<void>): Promise<void> {
    await this.chain('hold')
    try {
      await run()
    } finally {
      await this.chain('go')
    }
  }

  /** Moves the server's clock to so many seconds from the true time; what is signed from now on follows. */
  async clock(seconds: number): Promise<void> {
    await this.#run('clock', String(Math.round(seconds)))
    this.#manners.clockOffsetMs = Math.round(seconds) * 1000
  }

  /** Runs so many days later, and comes back. */
  async inDays(days: number, run: () => Promise<void>): Promise<void> {
    await this.clock(days * 24 * 3600)
    try {
      await run()
    } finally {
      await this.clock(0)
    }
  }

  /** Lets a command that takes verbs as lines end. */
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
    // A command that knows nothing of lines ends without an answer to any.
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

/** The operator of the server; without one the check ends here. */
export function needsOperator({ operator }: { operator?: Operator | undefined }): Operator {
  return operator ?? skip('needs --operator')
}
