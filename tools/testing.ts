import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { TestFn } from 'ava'
import { pino } from 'pino'
import { openBatches } from '../storage/batch.ts'
import type { Db } from '../storage/db.ts'
import { findEventsAfter, hasUnsequenced, sequenceOutbox } from '../storage/outbox.ts'
import { useDatabase } from '../storage/testing.ts'
import type { AgentActor, Door, Runtime } from './context.ts'
import type { AnyTool, PublicTool, Tool } from './define.ts'
import { enrollAgent } from './identity/enroll-agent.ts'
import { openKeyRing } from './identity/key-ring.ts'
import { openTokenRing } from './identity/token-ring.ts'
import { invoke } from './invoke.ts'
import { Problem } from './problems.ts'

export const TEST_NOW = Date.parse('2026-11-21T12:00:00.000Z')

const keyPairs = new Map<string, { publicKey: string; privateKey: string }>()

/** A key pair for each handle, made once for each process: 2048 bits take 100 ms. */
export function keyPairOf(handle: string): { publicKey: string; privateKey: string } {
  let pair = keyPairs.get(handle)
  if (!pair) {
    pair = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
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
type Answered = Record<string, any>

export interface World {
  runtime: Runtime
  db: Db
  /** Moves the clock. */
  advance(ms: number): void
  agent(handle: string, extra?: object): Promise<AgentActor>
  call(tool: Tool, actor: AgentActor, input?: object, door?: Door): Promise<Answered>
  callOpen(tool: PublicTool, input: object): Promise<Answered>
  /** The refusal of a call. */
  refusal(call: Promise<unknown>): Promise<Problem>
  eventsFor(actor: AgentActor): Promise<{ seq: number; type: string; body: Record<string, unknown> }[]>
}

export function openTestRuntime(db: Db, clock: () => number, overrides: Partial<Runtime> = {}): Runtime {
  const batch = openBatches(db)
  const baseUrl = 'https://colloquy.test'
  return {
    installation: { name: 'Colloquy', baseUrl, audiences: [`${baseUrl}/api/v1/aui/auth/token`] },
    db,
    slowDb: db,
    batch,
    admissionBatch: batch,
    keys: openKeyRing(batch),
    tokens: openTokenRing(batch),
    secret: Buffer.alloc(32, 7),
    limits: undefined,
    clock,
    newId: countingIds(),
    wakeOutbox: () => {},
    async settleEvents(recipient) {
      while (await hasUnsequenced(db, recipient)) await sequenceOutbox(db, new Date(clock()))
    },
    log: pino({ level: 'silent' }),
    ...overrides,
  }
}

/** A database, a fixed clock and counted ids for a test file; calls go through `invoke` as those of both doors do. */
export function useWorld(test: TestFn, overrides: Partial<Runtime> = {}): () => World {
  const database = useDatabase(test)
  let world: World | undefined
  return () => {
    world ??= openWorld(database().db, overrides)
    return world
  }
}

function openWorld(db: Db, overrides: Partial<Runtime>): World {
  let now = TEST_NOW
  const runtime = openTestRuntime(db, () => now, overrides)
  const run = async (tool: AnyTool, actor: AgentActor | { kind: 'anyone' }, input: object, strict: boolean) => {
    const { output } = await invoke(runtime, tool, { actor, input, request_id: 'test', strict })
    return output as Answered
  }
  return {
    runtime,
    db,
    advance: ms => {
      now += ms
    },
    async agent(handle, extra = {}) {
      const input = { handle, name: `Agent ${handle}`, public_key_pem: keyPairOf(handle).publicKey, ...extra }
      const { id, status, key_fingerprint } = await run(enrollAgent, { kind: 'anyone' }, input, false)
      return {
        kind: 'agent',
        agent_id: id!,
        handle,
        key_version: 1,
        key_fingerprint: key_fingerprint!,
        status: status!,
        door: 'rest',
      }
    },
    call: (tool, actor, input = {}, door = 'rest') => run(tool, { ...actor, door }, input, door === 'mcp'),
    callOpen: (tool, input) => run(tool, { kind: 'anyone' }, input, false),
    async refusal(call) {
      const error = await call.then(
        () => new Error('was not refused'),
        (thrown: unknown) => thrown,
      )
      if (error instanceof Problem) return error
      throw error
    },
    async eventsFor(actor) {
      while ((await sequenceOutbox(db, new Date(now))) > 0);
      const events = await findEventsAfter(db, actor.agent_id, 0, 100)
      return events.map(({ seq, type, body }) => ({ seq, type, body: body as Record<string, unknown> }))
    },
  }
}
