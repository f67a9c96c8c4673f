import { zeroPadValue } from 'ethers'
import { type JsonRpc, NodeError } from '../../../push/json-rpc.ts'
import type { PurchaseRow } from '../../../storage/purchases/purchase-rows.ts'
import { type ChainBlock, type ChainLog, inHex, readBlock, readLogs, readReceipt, requireChain } from './read-chain.ts'
import { callToken, TOKEN } from './token-contract.ts'

/**
 * What the chain says of an authorisation. `paid`: it was used for this very transfer, whoever sent it. `spent`: it was
 * cancelled, or used for another. `open`: it may still be used. `lapsed`: it no longer can be. `untold`: it is used, and
 * the node does not show by what.
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

/** The chain as judge: by the state of the token and by its logs alone. */
export async function readAuthorizationState(
  rpc: JsonRpc,
  row: Authorised,
  confirmations: number,
): Promise<AuthorizationState> {
  const verdict = await judgeOnce(rpc, row, confirmations)
  // Nodes tell of a state that a block has which came while they were asked, and so is none of the logs.
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
  // Unused as of the head, and so as of each block before; blocks after one that is too late are too late.
  const confirmed = await readBlock(rpc, Math.max(0, head.number - confirmations + 1))
  if (confirmed.timestamp < validBefore) return { is: 'open', head: head.number }
  return { is: 'lapsed', isFinal: (await finalized()).timestamp >= validBefore }
}

/** Where the node does not tell what is final, all is a day after the authorisation ended. */
const DAY_SECONDS = 86_400
const NONE: ChainBlock = { number: -1, timestamp: 0, baseFeePerGas: 0n }

/** `undefined`: the node does not tell of it. */
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

/** Nodes search so many blocks at once. */
const SEARCHED = 2_000
/** What was quoted may be in a block below the one that was newest then, after a reorganisation. */
const REORGANISED = 64

/** The log of the token by which an authorisation ended, found by its indexed fields. */
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
 * Whether the use of the authorisation is what moved the money: the token logs its transfer next. Some tokens log it before;
 * that counts where the transaction has no other use of an authorisation and no other transfer of the token, as a transfer
 * of something else pays only one thing.
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
