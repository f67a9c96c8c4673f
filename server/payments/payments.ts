import { execFile } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import type { Logger } from 'pino'
import { createJsonRpc, type JsonRpc, NodeError, NodeUnavailable } from '../../push/json-rpc.ts'
import {
  NO_PAYMENTS,
  type Obstacle,
  type Payments,
  type PaymentsState,
  type Rail,
  SignerUnavailable,
} from '../../tools/core/payment-rail.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { randomBytes } from '../randomness.ts'

/** How payment transactions are signed: by a key in this process, or by a command. */
export type RelayerKey = { key: string } | { command: string }

/** The payment configuration. */
export interface PaymentsOptions {
  rpcUrl: string
  chainId: number
  asset: string
  decimals: number
  confirmations: number
  relayer: RelayerKey
  /** The expected address of the relayer; without it, the address of its key. */
  relayerAddress?: string
}

export interface OpenedPayments extends Payments {
  /** `undefined` if not configured. */
  readonly figures: PaymentFigures | undefined
  /** Does not wait for the node. */
  start(): void
  stop(): void
}

/** Since this process started. */
export interface PaymentFigures {
  standing(): PaymentsState
  /** By outcome. */
  settlements: ReadonlyMap<string, number>
  /** By method of the node, and by no response or error. */
  nodeErrors: ReadonlyMap<string, Readonly<Record<'away' | 'refused', number>>>
}

const NEEDED = ['PAYMENTS_RPC_URL', 'PAYMENTS_CHAIN_ID', 'PAYMENTS_ASSET'] as const
const SIGNERS = ['PAYMENTS_RELAYER_KEY_FILE', 'PAYMENTS_RELAYER_COMMAND'] as const

/** Reads the configuration; `undefined` if payments are not configured. An incomplete configuration is rejected. */
export function paymentsOf(config: Config): PaymentsOptions | undefined {
  const given = [...NEEDED, ...SIGNERS, 'PAYMENTS_RELAYER_ADDRESS' as const].filter(name => config[name] !== undefined)
  if (given.length === 0) return undefined
  const missing = NEEDED.find(name => config[name] === undefined)
  if (missing) throw new ConfigError(`${missing}: is required with ${given[0]}`)
  const { PAYMENTS_RELAYER_KEY_FILE: file, PAYMENTS_RELAYER_COMMAND: command } = config
  if ((file === undefined) === (command === undefined)) {
    throw new ConfigError(`${SIGNERS[0]}: either it or ${SIGNERS[1]} is required with ${given[0]}`)
  }
  return {
    rpcUrl: config.PAYMENTS_RPC_URL!,
    chainId: config.PAYMENTS_CHAIN_ID!,
    asset: config.PAYMENTS_ASSET!,
    decimals: config.PAYMENTS_DECIMALS,
    confirmations: config.PAYMENTS_CONFIRMATIONS,
    relayer: command === undefined ? { key: readKey(file!) } : { command },
    ...(config.PAYMENTS_RELAYER_ADDRESS === undefined ? {} : { relayerAddress: config.PAYMENTS_RELAYER_ADDRESS }),
  }
}

/** Rejects a key file that other accounts can read. */
function readKey(file: string): string {
  const refuse = (why: string) => new ConfigError(`PAYMENTS_RELAYER_KEY_FILE: ${why}`)
  let text: string
  try {
    const { mode } = statSync(file)
    if ((mode & 0o077) !== 0) throw refuse('other accounts can read it; chmod 600')
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (!/^(0x)?[0-9a-fA-F]{64}$/.test(text)) throw refuse('must contain 64 hex digits and nothing else')
  return text.startsWith('0x') ? text : `0x${text}`
}

const RETRIES_MS = [1_000, 2_000, 5_000, 10_000, 30_000]

/** Payments are closed until the node has confirmed the configuration; this is retried until it responds. */
export function createPayments(options: PaymentsOptions | undefined, log: Logger): OpenedPayments {
  if (!options) return { ...NO_PAYMENTS, figures: undefined, start() {}, stop() {} }
  const tally = openTally()
  const rpc = tally.counting(createJsonRpc(options.rpcUrl))
  let standing: PaymentsState = 'away'
  let obstacle: Obstacle | undefined = obstacleOf(new NodeUnavailable('not checked yet'))
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let logged: string | undefined

  async function look(attempt: number): Promise<void> {
    try {
      const rail = await examineRail(rpc, options!)
      standing = rail
      obstacle = undefined
      log.info({ network: rail.network, asset: rail.asset, relayer: rail.relayer }, 'payments are ready')
    } catch (error) {
      obstacle = obstacleOf(error as Error)
      if (obstacle.reason !== 'node_unavailable') {
        standing = 'off'
        return log.error(`payments are disabled: ${obstacle.detail}`)
      }
      if (obstacle.detail !== logged) log.warn(`payments are paused: ${obstacle.detail}`)
      logged = obstacle.detail
      if (isStopped) return
      timer = setTimeout(() => void look(attempt + 1), RETRIES_MS[attempt] ?? RETRIES_MS.at(-1))
      timer.unref()
    }
  }

  return {
    state: () => standing,
    obstacle: () => obstacle,
    rpc,
    confirmations: options.confirmations,
    sign: (unsigned, by) => signBy(options.relayer, { unsigned, by }),
    count: tally.count,
    figures: { standing: () => standing, settlements: tally.settlements, nodeErrors: tally.nodeErrors },
    start: () => void look(0),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Verifies the configuration against the chain; throws if it does not match, or the node does not respond. */
export async function examineRail(rpc: JsonRpc, options: PaymentsOptions): Promise<Rail> {
  // Loaded lazily, since servers without payments do not need the module.
  const { readRail } = await import('../../tools/purchases/chain/read-rail.ts')
  return await readRail(rpc, { ...options, relayer: await relayerOf(options) }, randomBytes)
}

/** `missing` belongs to `RailUnfit`, whose module is loaded lazily. */
export function obstacleOf(error: Error & { missing?: readonly string[] }): Obstacle {
  const { message: detail, missing = [] } = error
  if (error instanceof NodeUnavailable || error instanceof NodeError)
    return { reason: 'node_unavailable', detail, missing }
  return { reason: missing.length > 0 ? 'asset_unsupported' : 'misconfigured', detail, missing }
}

function openTally() {
  const settlements = new Map<string, number>()
  const nodeErrors = new Map<string, Record<'away' | 'refused', number>>()
  function countError(method: string, kind: 'away' | 'refused'): void {
    const counted = nodeErrors.get(method) ?? { away: 0, refused: 0 }
    nodeErrors.set(method, { ...counted, [kind]: counted[kind] + 1 })
  }
  return {
    settlements,
    nodeErrors,
    count: (outcome: string) => void settlements.set(outcome, (settlements.get(outcome) ?? 0) + 1),
    counting: (rpc: JsonRpc): JsonRpc => ({
      async call(method, parameters) {
        try {
          return await rpc.call(method, parameters)
        } catch (error) {
          countError(method, error instanceof NodeError ? 'refused' : 'away')
          throw error
        }
      },
    }),
  }
}

const SIGNER_MS = 2_000

/** The relayer's address, which must equal the configured one. */
async function relayerOf({ relayer, relayerAddress }: PaymentsOptions): Promise<string> {
  const address = await addressOf(relayer)
  if (relayerAddress !== undefined && relayerAddress.toLowerCase() !== address.toLowerCase()) {
    throw new ConfigError(`PAYMENTS_RELAYER_ADDRESS: does not match the key, whose address is ${address}`)
  }
  return address
}

async function addressOf(relayer: RelayerKey): Promise<string> {
  if ('key' in relayer) {
    const { addressOfKey } = await import('../../tools/purchases/chain/relayer-key.ts')
    const address = addressOfKey(relayer.key)
    if (address === undefined) throw new ConfigError('PAYMENTS_RELAYER_KEY_FILE: is not a valid private key')
    return address
  }
  const printed = await run(relayer.command, ['address'])
  if (/^0x[0-9a-fA-F]{40}$/.test(printed)) return printed
  throw new ConfigError('PAYMENTS_RELAYER_COMMAND: printed no address when run with the word address')
}

const run = (command: string, args: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    execFile('/bin/sh', ['-c', `${command} "$@"`, 'sh', ...args], { timeout: SIGNER_MS }, (error, stdout) => {
      if (error) reject(new ConfigError('PAYMENTS_RELAYER_COMMAND: failed, or took longer than 2 s'))
      else resolve(stdout.trim())
    })
  })

/** Runs the command with the argument sign and the transaction; it prints the signed transaction. */
async function signBy(relayer: RelayerKey, { unsigned, by }: { unsigned: string; by: string }): Promise<string> {
  const { isSigned, signWithKey } = await import('../../tools/purchases/chain/relayer-key.ts')
  if ('key' in relayer) return signWithKey(relayer.key, unsigned)
  const raw = await run(relayer.command, ['sign', unsigned]).catch(() => {
    throw new SignerUnavailable('PAYMENTS_RELAYER_COMMAND: failed to sign, or took longer than 2 s')
  })
  if (isSigned(raw, { unsigned, by })) return raw
  throw new SignerUnavailable('PAYMENTS_RELAYER_COMMAND: signed something other than the requested transaction')
}
