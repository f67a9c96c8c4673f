import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { instant } from '../kernel/schemas.ts'
import { requirePayments, wallet, withoutPayments } from './wallet.ts'

export const bindWallet = defineTool({
  name: 'bind_wallet',
  description: 'Bind the address that you are paid at.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'wallet_changes',
  input: z.object({
    address: z.string().min(1).max(128).describe('0x and 40 hex digits'),
    issued_at: instant.describe('as signed, within 15 minutes'),
    signature: z.string().min(1).max(1_024).describe('EIP-191 personal_sign by its key'),
  }),
  example: { input: { signature: '0x5f8a…1b' } },
  output: wallet,
  closed: withoutPayments,
  problems: ['wallet-unavailable'],
  handler: (_, context) => requirePayments(context),
})
