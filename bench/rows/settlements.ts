import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  abiWords,
  type EvmKey,
  evmKey,
  keccak,
  type TypedData,
  typedDataDigest,
} from '../../conformance/clients/evm.ts'
import { openPaying } from '../../conformance/steps/payment-steps.ts'
import type { BenchContext } from '../bench-context.ts'
import { ROOT } from '../builds/builds.ts'
import { type Call, callerWith } from '../caller.ts'
import { cpuOfFamily, cpuOfServer } from '../cpu.ts'
import { forEach } from '../for-each.ts'
import { now } from '../hooks.ts'
import { agentId } from '../keys.ts'
import { tokensOf } from '../mcp.ts'
import type { Outcome } from '../outcome.ts'
import { connect, type Database, type Product, startProduct } from '../product.ts'
import { median } from '../rounds.ts'
import { analyze, seedAgents } from '../seed.ts'
import { insertOffer } from './setup/task-seed.ts'

const BUYERS = 16
const IN_FLIGHT = 16
const PRICE = '1'
const FUNDS = 10n ** 15n
const ETHER = '0xde0b6b3a7640000'

interface Rates {
  bare: number
  settled: number
  p50: number
  nodeUs: number
  postgresUs: number
}

interface Market {
  product: Product
  calls: Call[]
  payers: EvmKey[]
  /** One sender for each transaction in flight, so that nonces do not serialize them. */
  senders: string[]
  node: Node
  token: string
  close(): Promise<void>
}

/** The payment of a quote, and its payer. */
interface Signed {
  payer: EvmKey
  data: TypedData
  settle(): Promise<unknown>
}

/** Settlement of signed purchases, compared with the same transfers that a client sends directly to the node. */
export async function settlements(context: BenchContext): Promise<Outcome> {
  const market = await openMarket(context)
  try {
    const services = context.isQuick ? 8 : 16
    const rates: Rates[] = []
    for (let round = 0; round <= context.rounds; round++) {
      const signed = await sign(market, services)
      const bare = await measure(signed.map(one => lane => transfer(market, one, market.senders[lane]!)))
      const used = cpuBy(market.product)
      const settled = await measure(signed.map(({ settle }) => settle))
      const after = cpuBy(market.product)
      if (round === 0) await analyze(market.product.database)
      else {
        const [nodeUs, postgresUs] = [after.node - used.node, after.postgres - used.postgres].map(
          us => us / signed.length,
        )
        rates.push({
          bare: bare.rate,
          settled: settled.rate,
          p50: settled.p50,
          nodeUs: nodeUs!,
          postgresUs: postgresUs!,
        })
      }
    }
    return outcomeOf(rates, BUYERS * services)
  } finally {
    await market.close()
  }
}

async function openMarket({ cores, keys }: BenchContext): Promise<Market> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-settle-'))
  const { settings, stop } = await openPaying(ROOT, path.join(folder, 'chain'))
  const { PAYMENTS_RPC_URL: url, PAYMENTS_ASSET: token } = settings
  if (url === undefined || token === undefined) throw new Error('there is no anvil for this platform')
  const product = await startProduct({ root: ROOT, suffix: '' }, path.join(folder, 'data'), cores, settings)
  const node = openNode(url)
  const payers = Array.from({ length: BUYERS }, () => evmKey())
  const [owner] = (await node('eth_accounts', [])) as string[]
  for (const { address } of payers) await send(node, owner!, token, callData('mint(address,uint256)', [address, FUNDS]))
  const senders = Array.from({ length: IN_FLIGHT }, () => evmKey().address)
  for (const sender of senders) {
    await node('anvil_setBalance', [sender, ETHER])
    await node('anvil_impersonateAccount', [sender])
  }
  // The first agent is the seller.
  await seedAgents(product, keys, 0, BUYERS + 1)
  await enable(product.database)
  const scope = 'service:read service:invoke'
  const tokens = await tokensOf(product.baseUrl, keys, { from: 1, count: BUYERS }, scope)
  return {
    ...{ product, payers, senders, node, token, calls: tokens.map(one => callerWith(product.baseUrl, one)) },
    async close() {
      await product.stop()
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Enables payments, and gives the first agent a wallet address. */
async function enable(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`insert into setting (name, value, updated_at) values ('payments.enabled', 'true', now())`
  await sql`insert into wallet (agent_id, address, attested_at) values (${agentId(0)}, ${evmKey().address}, now())`
  await sql.end()
}

/** Quotes for this many services for each buyer, signed by its payer. */
async function sign({ product, calls, payers }: Market, services: number): Promise<Signed[]> {
  const offers: string[] = []
  while (offers.length < services) offers.push(await insertOffer(product.database, 'provider.example'))
  const sql = connect(product.database)
  for (const table of ['service', 'offer_revision']) {
    const of = sql(table === 'service' ? 'offer_revision_id' : 'id')
    await sql`update ${sql(table)} set pricing_model = 'forever', amount = ${PRICE}, currency = 'USDC' where ${of} in ${sql(offers)}`
  }
  await sql.end()
  return await forEach(services * BUYERS, async n => {
    const [call, payer] = [calls[n % BUYERS]!, payers[n % BUYERS]!]
    const requested = { payer_address: payer.address }
    const quote = await call('POST', `/service-offers/${offers[Math.floor(n / BUYERS)]}/purchase/quote`, requested)
    const data = quote.signing_payload as unknown as TypedData
    const signature = payer.sign(typedDataDigest(data))
    const settle = () => call('POST', `/service-purchases/${quote.payment_hash}/settle`, { signature })
    return { payer, data, settle }
  })
}

/** Runs all of them, a fixed number concurrently. */
async function measure(works: readonly ((lane: number) => Promise<unknown>)[]): Promise<{ rate: number; p50: number }> {
  const times: number[] = []
  let next = 0
  const begin = now()
  const one = async (_: unknown, lane: number) => {
    for (let work = works[next++]; work; work = works[next++]) {
      const at = now()
      await work(lane)
      times.push(now() - at)
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }).map(one))
  return { rate: (works.length / (now() - begin)) * 1_000, p50: median(times) }
}

type Node = (method: string, parameters: readonly unknown[]) => Promise<unknown>

const openNode =
  (url: string): Node =>
  async (method, parameters) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters })
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = (await response.json()) as { result?: unknown; error?: object }
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
    return result
  }

const callData = (name: string, values: readonly (string | bigint)[], tail = ''): string =>
  `0x${keccak(Buffer.from(name)).subarray(0, 4).toString('hex')}${abiWords(values)}${tail}`

/** Signed and mined by the node; the receipt says whether it succeeded. */
async function send(node: Node, from: string, to: string, data: string): Promise<void> {
  const hash = await node('eth_sendTransaction', [{ from, to, data, gas: '0x30d40' }])
  const read = async () => (await node('eth_getTransactionReceipt', [hash])) as { status: string } | null
  let receipt = await read()
  while (receipt === null) receipt = await read()
  if (receipt.status !== '0x1') throw new Error('a transfer moved nothing')
}

const TRANSFER = 'transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'

/** The transfer of a quote with another nonce: what a client does that does not use purchases. */
async function transfer({ node, token }: Market, { data: quoted, payer }: Signed, sender: string): Promise<void> {
  const message = { ...quoted.message, nonce: `0x${randomBytes(32).toString('hex')}` }
  const signature = payer.sign(typedDataDigest({ ...quoted, message })).slice(2)
  const { from, to, value, validAfter, validBefore, nonce } = message as Record<string, string>
  const values = [from!, to!, value!, validAfter!, validBefore!, nonce!, 224n, BigInt(signature.length / 2)]
  await send(node, sender, token, callData(TRANSFER, values, signature.padEnd(192, '0')))
}

const cpuBy = ({ pid, postmaster }: Product) => ({
  node: cpuOfServer(pid, postmaster),
  postgres: cpuOfFamily(postmaster),
})

function outcomeOf(rates: readonly Rates[], count: number): Outcome {
  const of = (figure: keyof Rates) => median(rates.map(one => one[figure]))
  const share = median(rates.map(({ bare, settled }) => settled / bare))
  return {
    name: 'SETTLE',
    title: `purchases settled on a chain; ${IN_FLIGHT} in flight, anvil with a block for each transaction on this machine`,
    measured: [],
    table: {
      head: ['', 'a second', 'p50 ms', 'node µs', 'PostgreSQL µs'],
      rows: [
        ['transferWithAuthorization by itself', of('bare').toFixed(0), '', '', ''],
        [
          'tried, recorded, sent, found, its right given',
          ...(['settled', 'p50', 'nodeUs', 'postgresUs'] as const).map(figure => of(figure).toFixed(0)),
        ],
      ],
    },
    checks: [{ what: 'rate of the transfer by itself', value: share, unit: '%', must: 0.3, aim: 0.7 }],
    notes: [
      `${count} of each a round, quoted before; by itself a transfer is signed by its payer, sent by an account of the node and its receipt read`,
    ],
  }
}
