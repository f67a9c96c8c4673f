import type { JsonRpc } from '../../push/json-rpc.ts'

/** The asset that is paid in, as its chain tells of it. Addresses are in EIP-55. */
export interface Rail {
  chain_id: number
  /** `eip155:` and its number. */
  network: string
  asset: string
  /** The name and the version in its EIP-712 domain. */
  asset_name: string
  asset_version: string
  /** What prices are in. */
  currency: string
  decimals: number
  /** What the token declares, as found at start. */
  token: TokenFeatures
  /** Who sends the transactions, and pays the gas. */
  relayer: string
}

/** Where tokens of EIP-3009 differ. */
export interface TokenFeatures {
  /** Which overload of `transferWithAuthorization` is called; only that with bytes takes signatures of contracts (ERC-1271). */
  signature: 'bytes' | 'vrs'
  /** It has `isBlacklisted`. */
  hasBlocklist: boolean
  /** It has `paused`. */
  hasPause: boolean
}

/** How paying stands: `off` where it is not configured, or what is configured is not there; `away`: the node does not answer yet. */
export type PaymentsState = 'off' | 'away' | Rail

/** Why payments do not work, for operators and for clients. */
export interface Obstacle {
  reason: 'not_configured' | 'node_unavailable' | 'misconfigured' | 'asset_unsupported'
  detail: string
  /** Functions of the token that are missing, or that do not do what EIP-3009 says. */
  missing: readonly string[]
}

export interface Payments {
  state(): PaymentsState
  /** `undefined`: payments work. */
  obstacle(): Obstacle | undefined
  readonly rpc: JsonRpc
  /** So many blocks, its own counted, make a payment final enough for its right. */
  readonly confirmations: number
  /** Signs a transaction as that relayer, both serialised in hex; within 2 s, or it rejects with `SignerUnavailable`. */
  sign(unsigned: string, relayer: string): Promise<string>
  /** Notes what became of a payment: `settled`, `undone`, or the code by which it failed. */
  count(outcome: string): void
}

/** Nothing was signed. */
export class SignerUnavailable extends Error {}

const nobodyAnswers: JsonRpc = {
  call: () => Promise.reject(new Error('payments are not configured')),
}

const NOT_CONFIGURED: Obstacle = { reason: 'not_configured', detail: 'Payments are not configured.', missing: [] }

/** Of a process without payments. */
export const NO_PAYMENTS: Payments = {
  state: () => 'off',
  obstacle: () => NOT_CONFIGURED,
  rpc: nobodyAnswers,
  confirmations: 1,
  sign: () => Promise.reject(new SignerUnavailable('payments are not configured')),
  count() {},
}
