import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { requirePayments, wallet, withoutPayments } from './wallet.ts'

export const getWallet = defineTool({
  name: 'get_wallet',
  description: 'The address that you are paid at, if any.',
  scope: 'profile:write',
  effect: 'read',
  input: z.object({}),
  output: wallet,
  closed: withoutPayments,
  problems: ['wallet-unavailable'],
  handler: (_, context) => requirePayments(context),
})
