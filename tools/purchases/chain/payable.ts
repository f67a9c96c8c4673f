import type { JsonRpc } from '../../../push/json-rpc.ts'
import type { Payment } from '../../../storage/purchases/purchase-rows.ts'
import { readBlockNumber, requireChain } from '../../chain/read-chain.ts'
import type { Rail } from '../../core/payment-rail.ts'
import { readFromChain } from '../../wallet/wallet-schema.ts'
import { purchaseRefusal } from '../purchase-failures.ts'
import { isAddressBlocked } from './simulate.ts'

/**
 * Rejects a payee that the token blocks (PURCHASE-16); 503 if the chain does not respond. Returns the newest block
 * number, before which no payment of a new quote can be.
 */
export async function requirePayable(
  rpc: JsonRpc,
  { chain_id, asset, payee_address }: Pick<Payment, 'chain_id' | 'asset' | 'payee_address'>,
  { token }: Pick<Rail, 'token'>,
): Promise<number> {
  const [block, isPayeeBlocked] = await readFromChain(() =>
    Promise.all([
      readBlockNumber(rpc),
      isAddressBlocked(rpc, { asset, address: payee_address }, token),
      requireChain(rpc, chain_id),
    ]),
  )
  if (isPayeeBlocked) throw purchaseRefusal('PAYEE_BLOCKED')
  return block
}
