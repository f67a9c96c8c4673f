import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { makeReceiverFile } from '../../conformance/stubs/receiver-file.ts'
import type { BenchContext } from '../bench-context.ts'
import { ROOT } from '../builds/builds.ts'
import { type Call, callerWith } from '../caller.ts'
import { cpuOfFamily, cpuOfServer } from '../cpu.ts'
import { now, type ReceiverAddress } from '../hooks.ts'
import { tokensOf } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import { type Product, startProduct } from '../product.ts'
import { median } from '../rounds.ts'
import { analyze, seedAgents } from '../seed.ts'
import { insertOffer, insertOpenTasks } from './setup/task-seed.ts'

const CONSUMERS = 16
const IN_FLIGHT = 32
const OPEN = 10_000
const POLLED_EVERY_SECONDS = 15
const DUE = Math.round(OPEN / POLLED_EVERY_SECONDS)
const ALLOWED = 10
const RACING = 100
const EXTENSION = '/a2a/ext/broker-signature/v1'

interface Rates {
  bare: number
  brokered: number
  p50: number
  nodeUs: number
  postgresUs: number
}

interface Market {
  product: Product
  provider: ChildProcess
  receiverAddress: ReceiverAddress
  /** The extension that the provider requires of its callers. */
  extension: string
  calls: Call[]
  close(): Promise<void>
}

/** Tasks for a provider on this machine, compared with calls to the same provider directly. */
export async function task(context: BenchContext): Promise<Outcome> {
  const market = await openMarket(context)
  try {
    const offer = await insertOffer(market.product.database, market.receiverAddress.name)
    const count = context.isQuick ? 300 : 1_000
    const rates: Rates[] = []
    for (let round = 0; round <= context.rounds; round++) {
      const bare = await measure(count, () => callBare(market, 'SendMessage', messageOf(randomUUID())))
      const used = cpuBy(market.product)
      const brokered = await measure(count, n => invoke(market.calls[n % CONSUMERS]!, offer))
      const after = cpuBy(market.product)
      if (round === 0) await analyze(market.product.database)
      else {
        const [nodeUs, postgresUs] = [(after.node - used.node) / count, (after.postgres - used.postgres) / count]
        rates.push({ bare: bare.rate, brokered: brokered.rate, p50: brokered.p50, nodeUs, postgresUs })
      }
    }
    const accepted = await race(market)
    const polled = await poll(market, offer, context.isQuick ? 15_000 : 45_000)
    return outcomeOf(rates, accepted, polled)
  } finally {
    await market.close()
  }
}

async function openMarket({ cores, keys }: BenchContext): Promise<Market> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-task-'))
  const { file, entry } = await makeReceiverFile(ROOT, path.join(folder, 'receiver'))
  const receiverAddress = JSON.parse(readFileSync(file, 'utf8')) as ReceiverAddress
  const product = await startProduct({ root: ROOT, suffix: '' }, path.join(folder, 'data'), cores, {}, entry)
  const extension = `${product.baseUrl}${EXTENSION}`
  const parts = JSON.stringify({ receiverAddress, extension })
  const provider = fork(path.join(import.meta.dirname, '../load/a2a-provider.js'), [parts])
  await once(provider, 'message')
  cores.confine(provider.pid!, 'rest')
  // The first agent is the provider.
  await seedAgents(product, keys, 0, CONSUMERS + 1)
  const scope = 'service:read service:invoke'
  const tokens = await tokensOf(product.baseUrl, keys, { from: 1, count: CONSUMERS }, scope)
  return {
    ...{
      product,
      provider,
      receiverAddress,
      extension,
      calls: tokens.map(token => callerWith(product.baseUrl, token)),
    },
    async close() {
      await product.stop()
      provider.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function invoke(call: Call, offer: string): Promise<void> {
  const input = { message: 'Do it.', idempotency_key: randomUUID(), wait_seconds: 25 }
  const { state } = await call('POST', `/service-offers/${offer}/invoke`, input)
  if (state !== 'completed') throw new Error(`a task is ${state}`)
}

/** Runs the work `count` times, a fixed number concurrently. */
async function measure(count: number, work: (n: number) => Promise<unknown>): Promise<{ rate: number; p50: number }> {
  const times: number[] = []
  let next = 0
  const begin = now()
  const one = async () => {
    for (let n = next++; n < count; n = next++) {
      const at = now()
      await work(n)
      times.push(now() - at)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  return { rate: (count / (now() - begin)) * 1_000, p50: median(times) }
}

/** As many connections as the broker opens to one responsive host. */
const agent = new Agent({ keepAlive: true, maxSockets: 16, rejectUnauthorized: false })

async function callBare({ receiverAddress, extension }: Market, method: string, params: object): Promise<void> {
  const { address, port, name } = receiverAddress
  const body = JSON.stringify({ jsonrpc: '2.0', id: randomUUID(), method, params })
  const headers = { 'Content-Type': 'application/json', 'A2A-Version': '1.0', 'A2A-Extensions': extension, Host: name }
  const sent = request({ agent, host: address, port, servername: name, path: '/a2a', method: 'POST', headers }).end(
    body,
  )
  const [response] = await once(sent, 'response')
  const answer = (await json(response)) as { result?: object }
  if (!answer.result) throw new Error(`${method} was refused: ${JSON.stringify(answer)}`)
}

const messageOf = (id: string) => ({
  message: { messageId: id, contextId: id, role: 'ROLE_USER', parts: [{ text: 'Do it.' }, { data: {} }] },
  configuration: { returnImmediately: true },
})

const cpuBy = ({ pid, postmaster }: Product) => ({
  node: cpuOfServer(pid, postmaster),
  postgres: cpuOfFamily(postmaster),
})

/** How many of a hundred concurrent invocations are accepted with an allowance of ten. */
async function race({ product, receiverAddress, calls }: Market): Promise<number> {
  const limited = await insertOffer(product.database, receiverAddress.name, ALLOWED)
  const outcomes = await Promise.allSettled(Array.from({ length: RACING }, () => invoke(calls[0]!, limited)))
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

interface Polled {
  perSecond: number
  cores: number
  postgresCores: number
  bareUs: number
  barePerSecond: number
}

/** The cost of polling ten thousand tasks every fifteen seconds, and of the bare calls. */
async function poll(market: Market, offer: string, ms: number): Promise<Polled> {
  const { product, provider } = market
  await insertOpenTasks(product.database, offer, OPEN)
  await analyze(product.database)
  await pause(5_000)
  const expected = async () => {
    provider.send('tell')
    const [{ polls }] = (await once(provider, 'message')) as [{ polls: number }]
    return { polls, at: now(), ...cpuBy(product) }
  }
  const before = await expected()
  await pause(ms)
  const after = await expected()
  const seconds = (after.at - before.at) / 1_000
  const cpu = process.cpuUsage()
  const bare = 2_000
  const { rate } = await measure(bare, n => callBare(market, 'GetTask', { id: `open-${n}`, historyLength: 0 }))
  const { user, system } = process.cpuUsage(cpu)
  return {
    perSecond: (after.polls - before.polls) / seconds,
    cores: (after.node - before.node) / 1e6 / seconds,
    postgresCores: (after.postgres - before.postgres) / 1e6 / seconds,
    ...{ bareUs: (user + system) / bare, barePerSecond: rate },
  }
}

function outcomeOf(
  rates: readonly Rates[],
  accepted: number,
  { perSecond, cores, postgresCores, bareUs, barePerSecond }: Polled,
): Outcome {
  const of = (figure: keyof Rates) => median(rates.map(one => one[figure]))
  const share = median(rates.map(({ bare, brokered }) => brokered / bare))
  return {
    name: 'TASK',
    title: `work commissioned and delivered; ${IN_FLIGHT} in flight, a provider of @a2a-js/sdk over TLS on this machine`,
    measured: [],
    table: {
      head: ['', 'a second', 'p50 ms', 'node µs', 'PostgreSQL µs'],
      rows: [
        ['the provider called by itself', of('bare').toFixed(0), '', '', ''],
        [
          'invoked, dispatched, delivered, answered',
          ...(['brokered', 'p50', 'nodeUs', 'postgresUs'] as const).map(figure => of(figure).toFixed(0)),
        ],
        ['the provider asked for tasks by itself', barePerSecond.toFixed(0), '', '', ''],
        [
          `polls of ${OPEN} open tasks`,
          perSecond.toFixed(0),
          '',
          ((cores / perSecond) * 1e6).toFixed(0),
          ((postgresCores / perSecond) * 1e6).toFixed(0),
        ],
      ],
    },
    checks: [
      { what: 'rate of the provider called by itself', value: share, unit: '%', must: 0.3, aim: 0.7 },
      { what: `of ${RACING} at once accepted where ${ALLOWED} may be`, value: accepted, unit: '', must: ALLOWED },
      { what: 'the same, no more', value: accepted, unit: '', must: ALLOWED, isLessBetter: true },
      { what: `of the ${DUE} polls a second that are due`, value: perSecond / DUE, unit: '%' },
      { what: `cores of the server that polls ${OPEN} tasks`, value: cores, unit: 'x' },
      { what: 'cores of PostgreSQL meanwhile', value: postgresCores, unit: 'x' },
      { what: 'cores of as many bare calls', value: (bareUs * perSecond) / 1e6, unit: 'x' },
    ],
    notes: [
      'a task is accepted, sent, settled, signed for and read by statements that serve all that are there at the moment, as are polls',
      'bare calls are unsigned, over as many connections as the broker has to one host',
    ],
  }
}
