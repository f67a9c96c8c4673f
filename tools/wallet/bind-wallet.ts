import { z } from 'zod'
import { defineTool } from '../kernel/define.ts'
import { requirePayments, wallet, withoutPayments } from './wallet.ts'

export const bindWallet = defineTool({
  name: 'bind_wallet',
  description: 'Bind the address that you are paid at; its key signs the statement. It grants no spending.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'wallet_changes',
  input: z.object({
    address: z.string().min(1).max(128),
    issued_at: z.iso.datetime({ offset: true }).max(64).describe('as in the signed statement, at most 15 minutes ago'),
    signature: z.string().min(1).max(1_024).describe('EIP-191 personal_sign by the key of the address'),
  }),
  example: { input: { signature: '0x5f8a…1b' } },
  output: wallet,
  closed: withoutPayments,
  problems: ['wallet-unavailable'],
  handler: (_, context) => requirePayments(context),
})
