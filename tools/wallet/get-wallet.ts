import { z } from 'zod'
import { findWallet } from '../../storage/wallet/wallets.ts'
import { defineTool } from '../kernel/define.ts'
import { presentWallet, railProblems, wallet, withoutPayments } from './wallet.ts'

export const getWallet = defineTool({
  name: 'get_wallet',
  description: 'The address that you are paid at, if any.',
  scope: 'profile:write',
  effect: 'read',
  input: z.object({}),
  output: wallet,
  closed: withoutPayments,
  problems: railProblems,
  handler: async (_, { db, actor }) => presentWallet(await findWallet(db, actor.agent_id)),
})
