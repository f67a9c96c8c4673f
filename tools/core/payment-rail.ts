import type { JsonRpc } from '../../push/json-rpc.ts'

/** The payment asset, as its contract describes it. Addresses are in EIP-55. */
export interface Rail {
  chain_id: number
  /** `eip155:` and the chain id. */
  network: string
  asset: string
  /** The name and the version in its EIP-712 domain. */
  asset_name: string
  asset_version: string
  /** The currency of prices. */
  currency: string
  decimals: number
  /** Capabilities of the token contract, as detected at start. */
  token: TokenFeatures
  /** The account that sends the transactions and pays the gas. */
  relayer: string
}

/** Differences between EIP-3009 tokens. */
export interface TokenFeatures {
  /**
   * The overload of `transferWithAuthorization` to call; only the one with bytes accepts signatures of contracts
   * (ERC-1271).
   */
  signature: 'bytes' | 'vrs'
  /** Whether it has `isBlacklisted`. */
  hasBlocklist: boolean
  /** Whether it has `paused`. */
  hasPause: boolean
}

/**
 * Availability of payments: `off` if they are not configured, or the configuration is wrong; `away`: the node has not
 * responded yet.
 */
export type PaymentsState = 'off' | 'away' | Rail

/** Why payments are not available, for operators and clients. */
export interface Obstacle {
  reason: 'not_configured' | 'node_unavailable' | 'misconfigured' | 'asset_unsupported'
  detail: string
  /** Functions of the token that are missing, or that do not conform to EIP-3009. */
  missing: readonly string[]
}

export interface Payments {
  state(): PaymentsState
  /** `undefined`: payments are available. */
  obstacle(): Obstacle | undefined
  readonly rpc: JsonRpc
  /** Confirmations, including the block of the payment, before its entitlement is granted. */
  readonly confirmations: number
  /** Signs a transaction as that relayer, both serialized in hex; rejects with `SignerUnavailable` after 2 s. */
  sign(unsigned: string, relayer: string): Promise<string>
  /** Records the outcome of a payment: `settled`, `undone`, or the failure code. */
  count(outcome: string): void
}

/** Nothing was signed. */
export class SignerUnavailable extends Error {}

const nobodyAnswers: JsonRpc = {
  call: () => Promise.reject(new Error('payments are not configured')),
}

const NOT_CONFIGURED: Obstacle = { reason: 'not_configured', detail: 'Payments are not configured.', missing: [] }

/** For a process without payments. */
export const NO_PAYMENTS: Payments = {
  state: () => 'off',
  obstacle: () => NOT_CONFIGURED,
  rpc: nobodyAnswers,
  confirmations: 1,
  sign: () => Promise.reject(new SignerUnavailable('payments are not configured')),
  count() {},
}
