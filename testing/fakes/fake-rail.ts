import { randomBytes } from 'node:crypto'
import { SQL } from 'sql-template-strings'
import type { JsonRpc } from '../../push/json-rpc.ts'
import type { Payments, PaymentsState, Rail } from '../../tools/core/payment-rail.ts'
import { readRail } from '../../tools/purchases/chain/read-rail.ts'
import { signWithKey } from '../../tools/purchases/chain/relayer-key.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import type { TestChain } from './test-chain.ts'

/** A rail as read from the chain of `test-chain.ts`, without calling the chain. */
export const RAIL: Rail = {
  chain_id: 84_532,
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  asset_name: 'USDC',
  asset_version: '2',
  currency: 'USDC',
  decimals: 6,
  token: { signature: 'bytes', hasBlocklist: true, hasPause: true },
  relayer: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
}

/** Reads a rail from a chain, as a server does. */
export const railOf = (rpc: JsonRpc, { token }: Pick<TestChain, 'token'>): Promise<Rail> =>
  readRail(rpc, { chainId: RAIL.chain_id, asset: token, decimals: RAIL.decimals, relayer: RAIL.relayer }, randomBytes)

/** The key of `RAIL.relayer`, account 1 of `test-chain.ts`. */
const RELAYER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** Payments whose state a test sets. */
export function createFakeRail(state: PaymentsState = RAIL): Payments & {
  stand(as: PaymentsState): void
  rpc: JsonRpc
  confirmations: number
  sign: Payments['sign']
  /** In the order in which they occurred. */
  outcomes: string[]
} {
  const outcomes: string[] = []
  return {
    outcomes,
    count: outcome => void outcomes.push(outcome),
    state: () => state,
    obstacle: () => undefined,
    stand(as) {
      state = as
    },
    rpc: {
      call: method =>
        method === 'eth_getCode' ? Promise.resolve('0x') : Promise.reject(new Error('this test has no chain')),
    },
    confirmations: 1,
    sign: async unsigned => signWithKey(RELAYER_KEY, unsigned),
  }
}

/** Sets the operator's switch for payments. */
export async function enablePayments({ db }: Pick<TestWorld, 'db'>, isOn = true): Promise<void> {
  await db.many(SQL`
    insert into setting (name, value, updated_at) values ('payments.enabled', to_jsonb(${isOn}::boolean), ${new Date(0)})
    on conflict (name) do update set value = excluded.value`)
}
