import { type JsonRpc, NodeAway, NodeRefusal } from '../../../push/json-rpc.ts'
import type { Payment } from '../../../storage/purchases/purchases.ts'
import type { Rail } from '../../kernel/payments.ts'
import { railAway } from '../../wallet/wallet.ts'
import { refusal } from '../failures.ts'
import { readBlockNumber, requireChain } from './node.ts'
import { isBlocked } from './trial.ts'

/**
 * Refuses a payee whom the token does not let be paid (PURCHASE-16); 503 where the chain does not say. Answers the number
 * of the newest block, before which nothing of what is quoted now is on the chain.
 */
export async function requirePayable(
  rpc: JsonRpc,
  { chain_id, asset, payee_address }: Pick<Payment, 'chain_id' | 'asset' | 'payee_address'>,
  { token }: Pick<Rail, 'token'>,
): Promise<number> {
  const [block, isPayeeBlocked] = await askChain(() =>
    Promise.all([
      readBlockNumber(rpc),
      isBlocked(rpc, { asset, address: payee_address }, token),
      requireChain(rpc, chain_id),
    ]),
  )
  if (isPayeeBlocked) throw refusal('PAYEE_BLOCKED')
  return block
}

/** 503 where the chain does not say. */
export async function askChain<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NodeAway || error instanceof NodeRefusal) throw railAway()
    throw error
  }
}
