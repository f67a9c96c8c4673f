import { randomBytes } from 'node:crypto'
import { SQL } from 'sql-template-strings'
import type { JsonRpc } from '../../push/json-rpc.ts'
import type { Payments, PaymentsState, Rail } from '../../tools/core/payment-rail.ts'
import { readRail } from '../../tools/purchases/chain/read-rail.ts'
import { signWithKey } from '../../tools/purchases/chain/relayer-key.ts'
import type { TestWorld } from '../fixtures/test-world.ts'
import type { TestChain } from './test-chain.ts'

/** A rail as it is read from the chain of `test-chain.ts`, without calls to the chain itself. */
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

/** As a server reads it from a chain. */
export const railOf = (rpc: JsonRpc, { token }: Pick<TestChain, 'token'>): Promise<Rail> =>
  readRail(rpc, { chainId: RAIL.chain_id, asset: token, decimals: RAIL.decimals, relayer: RAIL.relayer }, randomBytes)

/** Of account 1 of `test-chain.ts`, which is `RAIL.relayer`. */
const RELAYER_KEY = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'

/** Payments whose standing a test sets. */
export function createFakeRail(standing: PaymentsState = RAIL): Payments & {
  stand(as: PaymentsState): void
  rpc: JsonRpc
  confirmations: number
  sign: Payments['sign']
  /** In the order that they came about. */
  outcomes: string[]
} {
  const outcomes: string[] = []
  return {
    outcomes,
    count: outcome => void outcomes.push(outcome),
    state: () => standing,
    obstacle: () => undefined,
    stand(as) {
      standing = as
    },
    rpc: {
      call: method =>
        method === 'eth_getCode' ? Promise.resolve('0x') : Promise.reject(new Error('this test has no chain')),
    },
    confirmations: 1,
    sign: async unsigned => signWithKey(RELAYER_KEY, unsigned),
  }
}

/** What an operator sets beside what is configured. */
export async function enablePayments({ db }: Pick<TestWorld, 'db'>, isOn = true): Promise<void> {
  await db.many(SQL`
    insert into setting (name, value, updated_at) values ('payments.enabled', to_jsonb(${isOn}::boolean), ${new Date(0)})
    on conflict (name) do update set value = excluded.value`)
}
