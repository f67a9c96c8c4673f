import { getAddress, TypedDataEncoder } from 'ethers'
import type { JsonRpc } from '../../../push/json-rpc.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { tryToken } from './signed-transfer.ts'
import { askOptional } from './token-contract.ts'

/** The operator's configuration of the asset, which the chain must confirm. */
export interface ExpectedRail {
  chainId: number
  asset: string
  decimals: number
  relayer: string
}

/** The configuration and the chain disagree; the message names what differs. */
export class RailUnfit extends Error {
  /** Functions of the token, if these are the reason. */
  readonly missing: readonly string[]

  constructor(message: string, missing: readonly string[] = []) {
    super(message)
    this.missing = missing
  }
}

/**
 * Reads the asset from the chain, and simulates a signed transfer of zero. Throws `RailUnfit`, or `NodeUnavailable` if
 * the result is not known yet.
 */
export async function readRail(
  rpc: JsonRpc,
  { chainId, decimals, ...expected }: ExpectedRail,
  randomBytes: (count: number) => Buffer,
): Promise<Rail> {
  const [asset, relayer] = [getAddress(expected.asset), getAddress(expected.relayer)]
  const results = Number(await rpc.call('eth_chainId', []))
  if (results !== chainId) throw new RailUnfit(`PAYMENTS_CHAIN_ID: the node is on chain ${results}, not on ${chainId}`)
  const { name, symbol, decimals: toldDecimals, separator, version } = await readToken(rpc, asset)
  if (toldDecimals !== decimals) throw new RailUnfit(`PAYMENTS_ASSET: has ${toldDecimals} decimals, not ${decimals}`)
  const domain = { chain_id: chainId, asset, asset_name: name }
  const asset_version = [version, ...VERSIONS].find(
    candidate => candidate !== undefined && separatorOf({ ...domain, asset_version: candidate }) === separator,
  )
  if (asset_version === undefined) {
    throw new RailUnfit('PAYMENTS_ASSET: its DOMAIN_SEPARATOR does not match its name, version, chain and address', [
      'DOMAIN_SEPARATOR',
    ])
  }
  const token = await tryToken(rpc, { ...domain, asset_version, relayer }, randomBytes)
  if (!token) throw new RailUnfit(NO_SIGNED_TRANSFER, ['transferWithAuthorization'])
  const network = `eip155:${chainId}`
  return { ...domain, asset_version, network, currency: symbol, decimals, token, relayer }
}

/** For tokens without `version`, which EIP-3009 does not require. */
const VERSIONS = ['2', '1']

const NO_SIGNED_TRANSFER =
  'PAYMENTS_ASSET: rejects a signed transfer, tried as a call without a transaction; the token must support and ' +
  'verify transferWithAuthorization of EIP-3009, with a signature as bytes or as v, r and s'

type Domain = Pick<Rail, 'asset_name' | 'asset_version' | 'chain_id' | 'asset'>

const separatorOf = ({ asset_name, asset_version, chain_id, asset }: Domain): string =>
  TypedDataEncoder.hashDomain({
    name: asset_name,
    version: asset_version,
    chainId: chain_id,
    verifyingContract: asset,
  })

const NOBODY = `0x${'1'.repeat(40)}`
const NOTHING = `0x${'0'.repeat(64)}`

interface ReadToken {
  name: string
  symbol: string
  decimals: number
  separator: string
  version: string | undefined
}

/** What every such token must return, and its version if it has one. */
async function readToken(rpc: JsonRpc, asset: string): Promise<ReadToken> {
  const needed = { name: [], symbol: [], decimals: [], DOMAIN_SEPARATOR: [], authorizationState: [NOBODY, NOTHING] }
  const asked = Object.entries({ ...needed, version: [] })
  const results = await Promise.all(asked.map(([name, values]) => askOptional(rpc, asset, name, values)))
  const answers = Object.fromEntries(asked.map(([name], index) => [name, results[index]]))
  const missing = Object.keys(needed).filter(name => answers[name] === undefined)
  if (missing.length > 0) throw new RailUnfit(`PAYMENTS_ASSET: has no ${missing.join(', ')}`, missing)
  const { name, symbol, decimals, DOMAIN_SEPARATOR: separator, version } = answers
  return { name, symbol, decimals: Number(decimals), separator, version }
}
