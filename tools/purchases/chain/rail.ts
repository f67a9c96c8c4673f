import { getAddress, TypedDataEncoder } from 'ethers'
import { type JsonRpc, NodeRefusal } from '../../../push/json-rpc.ts'
import type { Rail } from '../../kernel/payments.ts'
import { askToken, NotOfToken } from './token.ts'

/** What an operator says of the asset, which the chain must bear out. */
export interface ExpectedRail {
  chainId: number
  asset: string
  decimals: number
  relayer: string
}

/** What is configured and what is there are not the same; the message names what does not fit. */
export class RailUnfit extends Error {}

/** The domain that an asset's transfers are signed in. */
export const domainOf = ({ asset_name, chain_id, asset }: Pick<Rail, 'asset_name' | 'chain_id' | 'asset'>) => ({
  name: asset_name,
  version: '2',
  chainId: chain_id,
  verifyingContract: asset,
})

/** Reads what the chain says of the asset; throws `RailUnfit`, or `NodeAway` where nothing is known yet. */
export async function readRail(rpc: JsonRpc, expected: ExpectedRail): Promise<Rail> {
  const { chainId, decimals } = expected
  const asset = getAddress(expected.asset)
  const told = Number(await rpc.call('eth_chainId', []))
  if (told !== chainId) throw new RailUnfit(`PAYMENTS_CHAIN_ID: the node is of chain ${told}, not of ${chainId}`)
  const [asset_name, currency, toldDecimals, separator] = await readToken(rpc, asset)
  if (Number(toldDecimals) !== decimals) {
    throw new RailUnfit(`PAYMENTS_ASSET: has ${toldDecimals} decimals, not ${decimals}`)
  }
  const rail = { chain_id: chainId, network: `eip155:${chainId}`, asset, asset_name, currency, decimals }
  if (TypedDataEncoder.hashDomain(domainOf(rail)) !== separator) {
    throw new RailUnfit('PAYMENTS_ASSET: its DOMAIN_SEPARATOR is not that of its name, version 2, chain and address')
  }
  return { ...rail, relayer: getAddress(expected.relayer) }
}

/** EIP-1474: the call of a contract reverted. */
const REVERTED = 3

async function readToken(rpc: JsonRpc, asset: string): Promise<[string, string, bigint, string]> {
  const names = ['name', 'symbol', 'decimals', 'DOMAIN_SEPARATOR']
  try {
    return (await Promise.all(names.map(name => askToken(rpc, asset, name)))) as [string, string, bigint, string]
  } catch (error) {
    const isReverted = error instanceof NodeRefusal && error.code === REVERTED
    if (error instanceof NotOfToken || isReverted)
      throw new RailUnfit('PAYMENTS_ASSET: is no token that takes signed transfers')
    throw error
  }
}
