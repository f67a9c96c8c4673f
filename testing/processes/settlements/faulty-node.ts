import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import type { Chance } from '../../../bench/large/chance.ts'

/** Which call of a process is the last that it makes, and whether the node still gets it. */
export interface NodeFault {
  /** Any, where there is none. */
  method?: string
  isPassed: boolean
  /** So many such calls come before. */
  after: number
}

type Whim = 'well' | 'hangs' | 'busy' | 'limited' | 'behind' | 'lost' | 'hides'

/** Of a hundred calls, so many of each; the rest goes well. */
const WHIMS: readonly [Whim, number][] = [
  ['hangs', 0.2],
  ['busy', 2],
  ['limited', 1],
  ['behind', 5],
  ['lost', 1],
  ['hides', 3],
]

function whimOf(chance: Chance): Whim {
  let drawn = 100 * chance.share()
  for (const [whim, percent] of WHIMS) {
    if (drawn < percent) return whim
    drawn -= percent
  }
  return 'well'
}

interface Call {
  id: number
  method: string
  params: unknown[]
}

type Block = { blockNumber?: string } | null

type RpcReply = { result?: unknown; error?: unknown }

/** The node itself, which is always well. */
interface Well {
  forward(method: string, params: unknown[]): Promise<RpcReply>
  head(): Promise<number>
}

function openWell(url: string): Well {
  const forward: Well['forward'] = async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    return (await (await fetch(url, { method: 'POST', body, headers })).json()) as RpcReply
  }
  return { forward, head: async () => Number((await forward('eth_blockNumber', [])).result) }
}

/** As a node answers that has seen no block after `then`. */
async function behind({ forward }: Well, { method, params }: Call, then: number): Promise<RpcReply> {
  const known = inHex(then)
  if (method === 'eth_blockNumber') return { result: known }
  if (method === 'eth_getLogs') {
    const [filter] = params as [{ fromBlock: string; toBlock: string }]
    if (Number(filter.fromBlock) > then) return { result: [] }
    return forward(method, [{ ...filter, toBlock: Number(filter.toBlock) > then ? known : filter.toBlock }])
  }
  if (method === 'eth_getTransactionReceipt') {
    const { result, ...more } = await forward(method, params)
    return { ...more, result: Number((result as Block)?.blockNumber ?? 0) > then ? null : result }
  }
  if (params.some(word => isBlock(word) && Number(word) > then)) return UNKNOWN_BLOCK
  return forward(
    method,
    params.map(word => (word === 'latest' ? known : word)),
  )
}

/** `then`: what a node knows that is behind. */
async function answer(
  response: ServerResponse,
  { well, call, whim, then }: { well: Well; call: Call; whim: Whim; then(): Promise<number> },
): Promise<void> {
  if (whim === 'hangs') return
  if (whim === 'busy') return void response.writeHead(429).end('slower')
  let reply: RpcReply = LIMITED
  if (whim === 'behind') reply = await behind(well, call, await then())
  else if (whim !== 'limited') reply = await well.forward(call.method, call.params)
  if (whim === 'lost') return void response.destroy()
  if (whim === 'hides' && call.method === 'eth_getLogs') reply = { result: [] }
  if (whim === 'hides' && call.method === 'eth_getTransactionReceipt') reply = { result: null }
  response.end(JSON.stringify({ ...reply, jsonrpc: '2.0', id: call.id }))
}

/** Watches for the call that is the last of a process. */
class Aim {
  #blow: (NodeFault & { strike(): void }) | undefined

  /** Resolves once it was made. */
  take(at: NodeFault): Promise<void> {
    return new Promise(strike => (this.#blow = { ...at, strike }))
  }

  drop(): void {
    this.#blow = undefined
  }

  /** Whether this call is it; it is aimed at once. */
  hits({ method }: Call): (NodeFault & { strike(): void }) | undefined {
    const blow = this.#blow
    if (blow === undefined || (blow.method !== undefined && blow.method !== method)) return undefined
    if (blow.after-- > 0) return undefined
    this.drop()
    return blow
  }
}

/** The way of one process to the node, which is one of several behind one address: some calls meet one that is bad, or behind. */
export async function createFaultyNode(t: ExecutionContext, { url, chance }: { url: string; chance: Chance }) {
  const [well, aim, counts] = [openWell(url), new Aim(), {} as Record<string, number>]
  let isUnruly = false
  let floor = 0
  const then = async () => Math.max(floor, (await well.head()) - 1 - chance.below(3))
  const server = createServer(async (request, response) => {
    const call = JSON.parse(await text(request)) as Call
    const whim = isUnruly ? whimOf(chance) : 'well'
    counts[whim] = (counts[whim] ?? 0) + 1
    const last = aim.hits(call)
    if (!last) return await answer(response, { well, call, whim, then })
    if (last.isPassed) await well.forward(call.method, call.params)
    last.strike()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    /** From now on, as of the blocks that are there; `false`: from now on it is as good as the node behind it. */
    async misbehave(isSo: boolean) {
      floor = await well.head()
      isUnruly = isSo
    },
    /** Resolves once that call was made; nobody answers it. */
    strikeAt: (at: NodeFault) => aim.take(at),
    /** None is struck down any more. */
    spare: () => aim.drop(),
  }
}

const inHex = (number: number) => `0x${number.toString(16)}`
const isBlock = (word: unknown): word is string => typeof word === 'string' && /^0x[0-9a-f]{1,8}$/.test(word)
const UNKNOWN_BLOCK = { error: { code: -32_000, message: 'header not found' } }
const LIMITED = { error: { code: -32_005, message: 'limit exceeded' } }
