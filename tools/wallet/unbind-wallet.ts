import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { requirePayments, wallet, withoutPayments } from './wallet.ts'

export const unbindWallet = defineTool({
  name: 'unbind_wallet',
  description: 'Unbind the address that you are paid at.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'wallet_changes',
  input: z.object({}),
  output: wallet,
  closed: withoutPayments,
  problems: ['wallet-unavailable'],
  handler: (_, context) => requirePayments(context),
})
