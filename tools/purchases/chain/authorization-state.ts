import { zeroPadValue } from 'ethers'
import { type JsonRpc, NodeError } from '../../../push/json-rpc.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import {
  type ChainBlock,
  type ChainLog,
  inHex,
  readBlock,
  readLogs,
  readReceipt,
  requireChain,
} from '../../chain/read-chain.ts'
import { callToken, TOKEN } from './token-contract.ts'

/**
 * The state of an authorization on the chain. `paid`: used for exactly this transfer, whoever sent it. `spent`:
 * canceled, or used for another. `open`: can still be used. `lapsed`: can no longer be used. `untold`: used, but the
 * node does not show by which transaction.
 *
 * Invariant: `lapsed` is final only at a finalized block.
 */
export type AuthorizationState =
  | { is: 'paid'; transaction_hash: string; isConfirmed: boolean; isFinal: boolean }
  | { is: 'spent'; isConfirmed: boolean; isFinal: boolean }
  | { is: 'lapsed'; isFinal: boolean }
  | { is: 'open'; head: number }
  | { is: 'untold' }

type Authorised = Pick<
  PurchaseRow,
  'chain_id' | 'asset' | 'payer_address' | 'payee_address' | 'amount_atomic' | 'nonce' | 'valid_before' | 'quoted_block'
>

/** Decides by the state of the token and its logs alone. */
export async function readAuthorizationState(
  rpc: JsonRpc,
  row: Authorised,
  confirmations: number,
): Promise<AuthorizationState> {
  const verdict = await judgeOnce(rpc, row, confirmations)
  // A node may report a state of a block that arrived during the calls, and whose logs are missing.
  return verdict.is === 'untold' ? await judgeOnce(rpc, row, confirmations) : verdict
}

async function judgeOnce(rpc: JsonRpc, row: Authorised, confirmations: number): Promise<AuthorizationState> {
  const [head] = await Promise.all([readBlock(rpc, 'latest'), requireChain(rpc, row.chain_id)])
  const validBefore = new Date(row.valid_before).getTime() / 1_000
  const finalized = async () => (await readFinalized(rpc)) ?? (head.timestamp > validBefore + DAY_SECONDS ? head : NONE)
  const isUsed = await callToken(
    rpc,
    row.asset,
    'authorizationState',
    [row.payer_address, row.nonce],
    inHex(head.number),
  )
  if (isUsed === true) return await judgeUsed(rpc, row, { head, confirmations, finalized })
  if (head.timestamp < validBefore) return { is: 'open', head: head.number }
  // Unused at the head, and so at each earlier block; blocks after one that is too late are too late too.
  const confirmed = await readBlock(rpc, Math.max(0, head.number - confirmations + 1))
  if (confirmed.timestamp < validBefore) return { is: 'open', head: head.number }
  return { is: 'lapsed', isFinal: (await finalized()).timestamp >= validBefore }
}

/** If the node does not report finality, everything is final a day after the authorization expired. */
const DAY_SECONDS = 86_400
const NONE: ChainBlock = { number: -1, timestamp: 0, baseFeePerGas: 0n }

/** `undefined`: the node does not report it. */
async function readFinalized(rpc: JsonRpc): Promise<ChainBlock | undefined> {
  try {
    return await readBlock(rpc, 'finalized')
  } catch (error) {
    if (error instanceof NodeError) return undefined
    throw error
  }
}

interface Seen {
  head: ChainBlock
  confirmations: number
  finalized(): Promise<ChainBlock>
}

const USED = TOKEN.getEvent('AuthorizationUsed')!.topicHash
const CANCELED = TOKEN.getEvent('AuthorizationCanceled')!.topicHash
const TRANSFER = TOKEN.getEvent('Transfer')!.topicHash

async function judgeUsed(
  rpc: JsonRpc,
  row: Authorised,
  { head, confirmations, finalized }: Seen,
): Promise<AuthorizationState> {
  const log = await findUse(rpc, row, head.number)
  if (!log) return { is: 'untold' }
  const isConfirmed = head.number - log.blockNumber + 1 >= confirmations
  const isFinal = isConfirmed && (await finalized()).number >= log.blockNumber
  if (log.topics[0] === CANCELED) return { is: 'spent', isConfirmed, isFinal }
  const receipt = await readReceipt(rpc, log.transactionHash)
  const used = receipt?.logs.find(({ index }) => index === log.index)
  if (!receipt || receipt.isReverted || receipt.blockNumber !== log.blockNumber || !used || !isSame(used, log)) {
    return { is: 'untold' }
  }
  if (!isPaidBy(receipt.logs, log, row)) return { is: 'spent', isConfirmed, isFinal }
  return { is: 'paid', transaction_hash: log.transactionHash, isConfirmed, isFinal }
}

const isSame = (one: ChainLog, other: ChainLog): boolean =>
  one.address === other.address && one.topics.join() === other.topics.join()

/** Maximum number of blocks that nodes search at once. */
const SEARCHED = 2_000
/** After a reorganization, the payment may be in a block below the one that was newest at the quote. */
const REORGANISED = 64

/** The token's log that ended the authorization, found by its indexed fields. */
async function findUse(rpc: JsonRpc, row: Authorised, head: number): Promise<ChainLog | undefined> {
  const address = row.asset.toLowerCase()
  const topics = [[USED, CANCELED], zeroPadValue(row.payer_address.toLowerCase(), 32), row.nonce]
  for (let from = Math.max(0, row.quoted_block - REORGANISED); from <= head; from += SEARCHED) {
    const [fromBlock, toBlock] = [inHex(from), inHex(Math.min(head, from + SEARCHED - 1))]
    const logs = await readLogs(rpc, { address, topics, fromBlock, toBlock })
    const log = logs.find(found => found.address === address && isOf(found, topics))
    if (log) return log
  }
  return undefined
}

const isOf = ({ topics }: ChainLog, [names, ...fields]: (string | string[])[]): boolean =>
  names!.includes(topics[0]!) && topics.slice(1).join() === fields.join()

/**
 * Whether the authorization's use moved the money: the token logs its transfer next. Some tokens log it before; that
 * counts if the transaction has no other authorization use and no other transfer of the token.
 */
function isPaidBy(logs: readonly ChainLog[], used: ChainLog, row: Authorised): boolean {
  const ofToken = logs.filter(({ address }) => address === used.address)
  const transfers = ofToken.filter(({ topics }) => topics[0] === TRANSFER && topics.length === 3)
  const isOnlyUse = ofToken.filter(({ topics }) => topics[0] === USED).length === 1
  const alone = isOnlyUse && transfers.length === 1 ? transfers[0] : undefined
  const transfer = transfers.find(({ index }) => index === used.index + 1) ?? alone
  if (!transfer) return false
  const { from, to, value } = TOKEN.decodeEventLog('Transfer', transfer.data, transfer.topics)
  return from === row.payer_address && to === row.payee_address && value === BigInt(row.amount_atomic)
}
