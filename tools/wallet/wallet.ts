import { z } from 'zod'
import type { Context } from '../kernel/context.ts'
import { COMPONENTS } from '../kernel/json-schema.ts'
import { Problem } from '../kernel/problems/problems.ts'
import { timestamp } from '../kernel/schemas.ts'
import type { Settings } from '../kernel/settings.ts'

export const wallet = z.object({
  address: z.string().nullable().describe('null while none is bound'),
  chain_family: z.string().nullable(),
  attested_at: timestamp.nullable(),
})

z.globalRegistry.add(wallet, { shownBy: 'get_wallet' })
COMPONENTS.add(wallet, { id: 'Wallet' })

/** In every case: payments are off here, or wanted but not part of this version (WALLET-1 to WALLET-5). */
export const withoutPayments = ({ 'payments.enabled': isWanted }: Settings): Problem =>
  new Problem(
    'wallet-unavailable',
    isWanted ? 'This version of the server has no payments yet.' : 'Payments are not available here.',
  )

/** A wallet is closed in every case, so that no call comes this far. */
export async function requirePayments({ settings }: Pick<Context, 'settings'>): Promise<never> {
  throw withoutPayments(await settings())
}
