import type { JsonRpc } from '../../push/json-rpc.ts'

/** The asset that is paid in, as its chain tells of it. Addresses are in EIP-55. */
export interface Rail {
  chain_id: number
  /** `eip155:` and its number. */
  network: string
  asset: string
  /** The name in its EIP-712 domain. */
  asset_name: string
  /** What prices are in. */
  currency: string
  decimals: number
  /** Who sends the transactions, and pays the gas. */
  relayer: string
}

/** How paying stands: `off` where it is not configured, or what is configured is not there; `away`: the node does not answer yet. */
export type Standing = 'off' | 'away' | Rail

export interface Payments {
  standing(): Standing
  readonly rpc: JsonRpc
  /** So many blocks, its own counted, make a payment final enough for its right. */
  readonly confirmations: number
  /** Signs a transaction as that relayer, both serialised in hex; within 2 s, or it rejects with `SignerAway`. */
  sign(unsigned: string, relayer: string): Promise<string>
  /** Notes what became of a payment: `settled`, `undone`, or the code by which it failed. */
  count(outcome: string): void
}

/** Nothing was signed. */
export class SignerAway extends Error {}

const nobodyAnswers: JsonRpc = {
  call: () => Promise.reject(new Error('payments are not configured')),
}

/** Of a process without payments. */
export const NO_PAYMENTS: Payments = {
  standing: () => 'off',
  rpc: nobodyAnswers,
  confirmations: 1,
  sign: () => Promise.reject(new SignerAway('payments are not configured')),
  count() {},
}
