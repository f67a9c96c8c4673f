import { deepStrictEqual as deepEqual } from 'node:assert'
import { randomBytes } from 'node:crypto'
import type { TestFn } from 'ava'
import { pino } from 'pino'
import { SQL } from 'sql-template-strings'
import type { z } from 'zod'
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts'
import type { LoadSignals } from '../../concurrency/load-signals.ts'
import { createLimitUsage } from '../../concurrency/resource-limits.ts'
import { createScheduler } from '../../concurrency/scheduler.ts'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import { createTimeSlicer } from '../../concurrency/time-slicer.ts'
import { createWorkerPool } from '../../concurrency/worker-pool.ts'
import { openEgress } from '../../push/egress.ts'
import { openRecentFeed } from '../../remembered/feed/recent-feed.ts'
import { openPolls } from '../../remembered/notifications/polls.ts'
import { openUnreadCounts } from '../../remembered/notifications/unread-counts.ts'
import { openRecent } from '../../remembered/recent/recent.ts'
import { AGENT_STATUS } from '../../storage/agents/standing.ts'
import { openBatches } from '../../storage/db/batch.ts'
import type { Db } from '../../storage/db/db.ts'
import { hasUnsequenced, sequenceOutbox } from '../../storage/events/outbox.ts'
import { findEventsAfter } from '../../storage/events/told.ts'
import { deriveSecretKeys } from '../../storage/secrets/secret-keys.ts'
import { openSigningBroker } from '../../tools/broker/signing-broker.ts'
import { enrollAgent } from '../../tools/enrollment/enroll-agent.ts'
import { EVENTS } from '../../tools/events.ts'
import type { Actor, AgentActor, Door, Runtime } from '../../tools/kernel/context.ts'
import type { AnyTool, OperatorTool, PublicTool, Tool } from '../../tools/kernel/define.ts'
import { bodiesOf } from '../../tools/kernel/events.ts'
import { invoke } from '../../tools/kernel/invoke.ts'
import { NO_PAYMENTS } from '../../tools/kernel/payments.ts'
import { Problem } from '../../tools/kernel/problems/problems.ts'
import { QUEUE_ERRORS, tooManyInFlight } from '../../tools/kernel/problems/queue-errors.ts'
import { openSearches } from '../../tools/kernel/searches.ts'
import { readSettings } from '../../tools/kernel/settings.ts'
import { openKeyRing } from '../../tools/keys/key-ring.ts'
import { settleBefore } from '../../tools/keys/replacing/settling.ts'
import { openTokenRing } from '../../tools/tokens/token-ring.ts'
import { type KeyPair, newKeyPair } from '../values/key-pairs.ts'
import { useDatabase } from './database.ts'

export const TEST_NOW = Date.parse('2026-11-21T12:00:00.000Z')

const keyPairs = new Map<string, KeyPair>()

/** A key pair for each handle. */
export function keyPairOf(handle: string): KeyPair {
  let pair = keyPairs.get(handle)
  if (!pair) {
    pair = newKeyPair()
    keyPairs.set(handle, pair)
  }
  return pair
}

/** Ids in the order they are asked for, in the form of UUIDv7. */
export function countingIds(): () => string {
  const world = randomBytes(4).toString('hex')
  let count = 0
  return () => {
    count++
    const hex = count.toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-0000${world}`
  }
}

/** An answer in tests, which say themselves what it holds. */
// biome-ignore lint/suspicious/noExplicitAny: assertions judge the members
export type Answered = Record<string, any>

/** As its schema has it; what that leaves open, assertions judge. */
type Told<Value> = unknown extends Value
  ? // biome-ignore lint/suspicious/noExplicitAny: as above
    any
  : Value extends (infer Item)[]
    ? Told<Item>[]
    : Value extends object
      ? { [Member in keyof Value]: Told<Value[Member]> }
      : Value

/** Those that the tool declares: as one of all tools it has whichever. */
type Declared<Members> = { [Member in keyof Members as string extends Member ? never : Member]: Members[Member] }

/** What the tool answers; of one that is not known by its name, anything. */
export type AnswerOf<One extends AnyTool> = z.ZodObject extends One['output']
  ? Answered
  : Told<Declared<z.output<One['output']>>>

/** Its members by their names, of whatever kind, as what is refused is sent too. */
export type InputOf<One extends AnyTool> = z.ZodObject extends One['input']
  ? object
  : { [Member in keyof Declared<One['input']['shape']>]?: unknown }

export interface World {
  runtime: Runtime
  db: Db
  /** Moves the clock. */
  advance(ms: number): void
  agent(handle: string, extra?: object): Promise<AgentActor>
  /** A private agent with an owner; one that waits for its owner has none yet. */
  privateAgent(handle: string, status?: 'active' | 'pending_ownership'): Promise<AgentActor>
  call<One extends Tool>(tool: One, actor: AgentActor, input?: InputOf<One>, door?: Door): Promise<AnswerOf<One>>
  callOpen<One extends PublicTool>(tool: One, input: InputOf<One>): Promise<AnswerOf<One>>
  callOperator<One extends OperatorTool>(tool: One, input?: InputOf<One>): Promise<AnswerOf<One>>
  /** The refusal of a call. */
  refusal(call: Promise<unknown>): Promise<Problem>
  eventsFor(actor: AgentActor): Promise<{ seq: number; type: string; body: Record<string, unknown> }[]>
}

const NO_CHANGES = { next: async () => false, tell() {}, stop() {} }

/** A machine that always has time. */
const withTime = (clock: () => number): LoadSignals => ({
  clock,
  idle: clock,
  isDatabaseBusy: () => false,
  slowdown: () => 1,
})

const secretKeys = deriveSecretKeys(Buffer.alloc(32, 9), undefined, randomBytes)

export function openTestRuntime(db: Db, clock: () => number, overrides: Partial<Runtime> = {}): Runtime {
  const batch = openBatches(db)
  const recent = openRecent(db)
  const baseUrl = 'https://colloquy.test'
  const limitUsage = createLimitUsage()
  const monotonic = () => performance.now()
  const installation = { name: 'Colloquy', baseUrl, audiences: [`${baseUrl}/api/v1/aui/auth/token`], sendsMail: true }
  const egress = overrides.egress ?? openEgress({ monotonic, lookup: async () => [{ address: '93.184.215.14' }] })
  const newId = overrides.newId ?? countingIds()
  const scheduler = createScheduler(limitUsage, withTime(monotonic), QUEUE_ERRORS)
  const runtime: Runtime = {
    installation,
    ...openSigningBroker({ db, secretKeys, clock, newId, randomBytes, egress, installation, ...overrides }),
    ...{ db, slowDb: db },
    searches: openSearches(db, monotonic),
    batch,
    admissionBatch: batch,
    scheduler,
    slicer: createTimeSlicer(monotonic, steps => scheduler.inFlight() <= steps),
    workers: createWorkerPool(),
    keyedMutex: createKeyedMutex(),
    endpointChecks: createSingleFlight(limitUsage, 'endpoint_checks', tooManyInFlight),
    limitUsage,
    keys: openKeyRing(batch, { clock, settle: agentId => settleBefore(runtime, agentId) }),
    tokens: openTokenRing(batch),
    unread: openUnreadCounts(db, clock),
    recentFeed: openRecentFeed(batch, recent),
    polls: openPolls(batch, recent),
    secret: Buffer.alloc(32, 7),
    personKey: Buffer.alloc(32, 8),
    secretKeys,
    settings: () => readSettings(db),
    versionEnding: () => undefined,
    eventBody: bodiesOf(EVENTS),
    ...{ egress, payments: NO_PAYMENTS, chatModel: undefined, tryMail: undefined },
    limits: undefined,
    clock,
    monotonic,
    newId,
    randomBytes,
    ...{ wakeOutbox: () => {}, wakeTasks: () => {}, changes: NO_CHANGES },
    async settleEvents(recipient) {
      while (await hasUnsequenced(db, recipient)) await sequenceOutbox(db, new Date(clock()))
    },
    log: pino({ level: 'silent' }),
    ...overrides,
  }
  return runtime
}

/** Hides an agent that has just enrolled, and gives it a person: its owner, or whom it waits for. */
export async function makePrivate(
  { db, newId, clock }: Pick<Runtime, 'db' | 'newId' | 'clock'>,
  agentId: string,
  status: 'active' | 'pending_ownership' = 'active',
): Promise<void> {
  const [id, now] = [newId(), new Date(clock())]
  const isOwned = status === 'active'
  await db.many(SQL`
    insert into person (id, email, display_name, created_at) values (${id}, ${`${id}@people.test`}, 'Person', ${now})`)
  await db.many(SQL`
    with hidden as (
      update agent set visibility = 'private', owner_id = case when ${isOwned} then ${id}::uuid end where id = ${agentId}
    ), asked as (
      insert into ownership_request (agent_id, user_id, requested_at)
      select ${agentId}::uuid, ${id}::uuid, ${now}::timestamptz where not ${isOwned}
    )
    update agent_standing set status = ${AGENT_STATUS[status]} where agent_id = ${agentId}`)
}

/** A database, a fixed clock and counted ids for a test file; calls go through `invoke` as those of both doors do. */
export function useWorld(test: TestFn, overrides: Partial<Runtime> = {}): () => World {
  const database = useDatabase(test)
  let world: World | undefined
  return () => {
    if (world) return world
    const { db, openAnother } = database()
    // As in a server: what a process writes together, it writes one batch after the other.
    const writeDb = openAnother({ max: 1, isHot: true })
    const batchDb = openAnother({ max: 1, isHot: true })
    const [reads, recent] = [openBatches(batchDb), openRecent(db)]
    const [recentFeed, polls] = [openRecentFeed(reads, recent), openPolls(reads, recent)]
    world = openWorld(db, { batch: openBatches(db, undefined, writeDb), recentFeed, polls, ...overrides })
    return world
  }
}

async function refusalOf(call: Promise<unknown>): Promise<Problem> {
  const error = await call.then(
    () => new Error('was not refused'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof Problem) return error
  throw error
}

/** Which problem refuses the call. */
export const slugOf = async (call: Promise<unknown>): Promise<string> => (await refusalOf(call)).slug

/** The same where it may also be done. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Problem) return error.slug
      throw error
    },
  )

export function openWorld(db: Db, overrides: Partial<Runtime>): World {
  let now = TEST_NOW
  const runtime = openTestRuntime(db, () => now, overrides)
  const run = async <One extends AnyTool>(tool: One, actor: Actor, input: object, strict: boolean) => {
    const written = (name: string) => JSON.stringify((input as Record<string, unknown>)[name])
    const { output } = await invoke(runtime, tool, { actor, input, request_id: 'test', strict, written })
    if (tool.isExact) deepEqual(output, tool.output.parse(output), `${tool.name} answers exactly what it declares`)
    return output as AnswerOf<One>
  }
  return {
    runtime,
    db,
    advance: ms => {
      now += ms
    },
    async agent(handle, extra = {}) {
      const input = { handle, name: `Agent ${handle}`, public_key_pem: keyPairOf(handle).publicKey, ...extra }
      const { id, visibility, status, key_fingerprint } = await run(enrollAgent, { kind: 'anyone' }, input, false)
      const proven = { agent_id: id!, handle, key_version: 1, key_fingerprint: key_fingerprint! }
      const standing = { visibility, status } as Pick<AgentActor, 'visibility' | 'status'>
      return { kind: 'agent', ...proven, ...standing, door: 'rest' }
    },
    async privateAgent(handle, status = 'active') {
      const agent = await this.agent(handle)
      await makePrivate(runtime, agent.agent_id, status)
      return { ...agent, visibility: 'private', status }
    },
    call: (tool, actor, input = {}, door = 'rest') => run(tool, { ...actor, door }, input, door === 'mcp'),
    callOpen: (tool, input) => run(tool, { kind: 'anyone' }, input, false),
    callOperator: (tool, input = {}) => run(tool, { kind: 'operator', name: 'op' }, input, true),
    refusal: refusalOf,
    async eventsFor(actor) {
      while ((await sequenceOutbox(db, new Date(now))) > 0);
      const events = await findEventsAfter(db, actor.agent_id, 0, 100)
      return events.map(({ seq, type, body }) => ({ seq, type, body: body as Record<string, unknown> }))
    },
  }
}
