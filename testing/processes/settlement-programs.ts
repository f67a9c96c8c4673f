import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ExecutionContext, TestFn } from 'ava'
import { SQL } from 'sql-template-strings'
import type { AgentActor } from '../../tools/core/context.ts'
import { enablePayments } from '../fakes/fake-rail.ts'
import { createNodeGate } from '../fakes/node-gate.ts'
import { CHAIN, CHAIN_ID, startTestChain, type TestChain } from '../fakes/test-chain.ts'
import { ATOMS, bindPayer, PRICE, signQuote } from '../fixtures/purchase-world.ts'
import { type TestDatabase, useDatabase } from '../fixtures/test-database.ts'
import { offerTestService } from '../fixtures/test-market.ts'
import { createTestRuntime, type TestWorld } from '../fixtures/test-world.ts'
import { bundled } from './bundled-programs.ts'
import { writeOffset } from './clock-file.ts'
import { fileTeardown, printed, startProgram, type Teardown } from './start-program.ts'
import { type Clients, clientsOf, type TwoServersAgent } from './two-servers.ts'

/** How long after the death of a process its purchases are resolved at the latest. */
export const HOLD_PASSED_MS = 10_000

/** Processes that settle on one database and one chain, of the file's own. */
export function useSettlingPrograms(test: TestFn) {
  const database = useDatabase(test)
  /** The first and the second process. */
  const asked = [{ url: '' }, { url: '' }]
  let clients: Clients
  let chain: TestChain
  let named = 0
  let offset = 0
  const moveClock = (ms: number) => (offset = ms)
  const place = () => ({ database: database(), chain, asked, moveClock })
  const file = fileTeardown(test)
  let shared: ReturnType<typeof scenarioOf> | undefined
  test.before(async () => {
    if (!CHAIN.isAvailable) return
    clients = clientsOf(asked, database().db, () => Date.now() + offset)
    chain = await startTestChain({ now: Date.now() })
    file.teardown(() => chain.stop())
    await enablePayments(database())
  })
  return {
    chain: () => chain,
    asked,
    clients: () => clients,
    offered: () => offerOf({ clients, chain }, named++),
    quoted: () => quoteOf({ clients, chain }, named++),
    stage: (t: ExecutionContext) => scenarioOf(t, place()),
    /** One for all tests of the file, whose programs run on from one to the next. */
    shared: () => (shared ??= scenarioOf(file, place())),
    /** By which transactions the rights of a buyer were paid. */
    async paidRights({ agent_id }: TwoServersAgent): Promise<string[]> {
      const rights = await database().db.many<{ payment_reference: string }>(SQL`
        select payment_reference from entitlement where acquirer_id = ${agent_id}`)
      return rights.map(({ payment_reference }) => payment_reference)
    },
    /** Of what kinds the events are that buyer and seller got. */
    async eventsOf({ agent_id }: Pick<TwoServersAgent, 'agent_id'>): Promise<string[]> {
      const events = await database().db.many<{ type: string }>(SQL`
        select type from outbox where recipient = ${agent_id}
        union all select type from inbox where recipient = ${agent_id} order by type`)
      return events.map(({ type }) => type)
    },
  }
}

interface Market {
  clients: Clients
  chain: TestChain
}

/** A service for a price, of a seller that is paid at `payee`. */
async function offerOf({ clients, chain }: Market, n: number) {
  const { db, now } = clients
  const seller = await clients.enroll(`sells-${n}`)
  const owner = { ...seller, key_version: 1, key_fingerprint: 'x' } as unknown as AgentActor
  const world = { runtime: createTestRuntime(db, now), db } as TestWorld
  const payee = chain.account(3).address
  await bindPayer(world, owner, payee)
  const offered = { pricing: PRICE, handle: `s-${n}`, valid_ms: 3_600_000 }
  const { offer_revision_id } = await offerTestService(world, owner, offered)
  return { seller, payee, offer_revision_id }
}

/** A signed quote, as soon as payments are there. */
async function quoteOf({ clients, chain }: Market, n: number) {
  const buyer = await clients.enroll(`buys-${n}`)
  const { seller, payee, offer_revision_id } = await offerOf({ clients, chain }, n)
  const payer = await chain.wallet(ATOMS)
  const payload = { payer_address: payer.address }
  const ask = () => clients.send(buyer, 'POST', `/service-offers/${offer_revision_id}/purchase/quote`, payload, 0)
  let answer = await ask()
  while (answer.status === 503) answer = await ask()
  const { payment_hash } = answer.data
  const signature = await signQuote(payer, answer.data)
  const settle = (server = 0) =>
    clients.send(buyer, 'POST', `/service-purchases/${payment_hash}/settle`, { signature }, server)
  const read = () => clients.send(buyer, 'GET', `/service-purchases/${payment_hash}`, {}, 0)
  return { buyer, seller, payer, payee, settle, read }
}

interface Place {
  database: TestDatabase
  chain: TestChain
  asked: { url: string }[]
  moveClock(ms: number): void
}

async function scenarioOf(t: Teardown, { database, chain, asked, moveClock }: Place) {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-settling-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const [key, clock] = [path.join(folder, 'key'), path.join(folder, 'clock')]
  writeFileSync(key, chain.account(1).privateKey)
  chmodSync(key, 0o600)
  const gate = await createNodeGate(t, chain.url)
  const env = {
    WORKERS: '1',
    RATE_LIMITS: 'off',
    PAYMENTS_CHAIN_ID: String(CHAIN_ID),
    PAYMENTS_ASSET: chain.token,
    PAYMENTS_RELAYER_KEY_FILE: key,
  }
  const entry = [bundled('testing/serve'), `--clock-file=${clock}`]
  moveClock(0)
  const programs: ChildProcess[] = []
  /** As the first or the second process; past the gate to the node if there is one. */
  const start = async (place = 0, node = gate.url) => {
    const program = startProgram(t, database, { ...env, PAYMENTS_RPC_URL: node }, { entry })
    programs[place] = program
    asked[place] = { url: (await printed(program)).base }
    return program
  }
  /** That process, started unless it runs. */
  const running = async (place = 0) => {
    const program = programs[place]
    return program && program.signalCode === null && program.exitCode === null ? program : await start(place)
  }
  /** How far the clocks of the processes, and of their clients, are fast. */
  const advance = (ms: number) => {
    writeOffset(clock, ms)
    moveClock(ms)
  }
  return { gate, start, running, advance }
}
