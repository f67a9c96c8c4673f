import type { JsonRpc } from '../../push/json-rpc.ts'
import { NodeError, NodeUnavailable } from '../../push/json-rpc.ts'

/** A block, as nodes report it. */
export interface ChainBlock {
  number: number
  /** In seconds since 1970. */
  timestamp: number
  /** Base fee in wei; 0 if the chain has none. */
  baseFeePerGas: bigint
}

export interface ChainLog {
  address: string
  topics: string[]
  data: string
  index: number
  transactionHash: string
  blockNumber: number
}

export interface ChainReceipt {
  isReverted: boolean
  blockNumber: number
  logs: ChainLog[]
}

type Fields = Record<string, unknown>

const untold = (what: string) => new NodeUnavailable(`it returns no valid ${what}`)

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null) throw untold(what)
  return value as Fields
}

/** A quantity in the JSON-RPC encoding. */
export function quantity(value: unknown, what: string): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value)) throw untold(what)
  return BigInt(value)
}

/** A small quantity, such as a count. */
function count(value: unknown, what: string): number {
  const counted = Number(quantity(value, what))
  if (!Number.isSafeInteger(counted)) throw untold(what)
  return counted
}

function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw untold(what)
  return value.toLowerCase()
}

export const inHex = (number: number): string => `0x${number.toString(16)}`

/** A URL may route to nodes of several chains: responses of another chain are rejected. */
export async function requireChain(rpc: JsonRpc, chain_id: number): Promise<void> {
  const chainId = count(await rpc.call('eth_chainId', []), 'chain')
  if (chainId !== chain_id) throw new NodeUnavailable(`it is a node of chain ${chainId}, not of ${chain_id}`)
}

export const readBlockNumber = async (rpc: JsonRpc): Promise<number> =>
  count(await rpc.call('eth_blockNumber', []), 'block number')

/** The latest, the finalized, or a numbered block. */
export async function readBlock(rpc: JsonRpc, which: 'latest' | 'finalized' | number): Promise<ChainBlock> {
  const named = typeof which === 'number' ? inHex(which) : which
  const { number, timestamp, baseFeePerGas } = fieldsOf(await rpc.call('eth_getBlockByNumber', [named, false]), 'block')
  return {
    number: count(number, 'block'),
    timestamp: count(timestamp, 'block'),
    baseFeePerGas: baseFeePerGas === undefined ? 0n : quantity(baseFeePerGas, 'block'),
  }
}

/** The number of an account's mined transactions. */
export const readCount = async (rpc: JsonRpc, address: string): Promise<number> =>
  count(await rpc.call('eth_getTransactionCount', [address, 'latest']), 'count of transactions')

export const readBalance = async (rpc: JsonRpc, address: string): Promise<bigint> =>
  quantity(await rpc.call('eth_getBalance', [address, 'latest']), 'balance')

/** `false`: an account with a key. */
export const hasCode = async (rpc: JsonRpc, address: string): Promise<boolean> =>
  textOf(await rpc.call('eth_getCode', [address, 'latest']), 'code') !== '0x'

/** `undefined`: not mined. */
export async function readReceipt(rpc: JsonRpc, hash: string): Promise<ChainReceipt | undefined> {
  const receipt = await rpc.call('eth_getTransactionReceipt', [hash])
  if (receipt === null) return undefined
  const { status, blockNumber, logs, transactionHash } = fieldsOf(receipt, 'receipt')
  if (textOf(transactionHash, 'receipt') !== hash || !Array.isArray(logs)) throw untold('receipt')
  return {
    isReverted: quantity(status, 'receipt') !== 1n,
    blockNumber: count(blockNumber, 'receipt'),
    logs: logs.map(readLog),
  }
}

export async function readLogs(rpc: JsonRpc, filter: object): Promise<ChainLog[]> {
  const found = await rpc.call('eth_getLogs', [filter])
  if (!Array.isArray(found)) throw untold('logs')
  return found.filter(log => (log as Fields | null)?.removed !== true).map(readLog)
}

function readLog(log: unknown): ChainLog {
  const { address, topics, data, logIndex, transactionHash, blockNumber } = fieldsOf(log, 'log')
  if (!Array.isArray(topics)) throw untold('log')
  return {
    address: textOf(address, 'log'),
    topics: topics.map(topic => textOf(topic, 'log')),
    data: textOf(data, 'log'),
    index: count(logIndex, 'log'),
    transactionHash: textOf(transactionHash, 'log'),
    blockNumber: count(blockNumber, 'log'),
  }
}

/**
 * Whether a call failed in the contract. EIP-1474 defines a code for that, which some nodes do not use; then returned
 * data or the node's message indicates it. The contract's own message decides nothing.
 */
export const isRevert = (error: unknown): boolean =>
  error instanceof NodeError &&
  (error.code === REVERTED || error.data !== undefined || /revert|opcode|out ?of ?gas/i.test(error.reason))

const REVERTED = 3
