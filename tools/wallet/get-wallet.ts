import { z } from 'zod'
import { findWallet } from '../../storage/wallet/wallet-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { presentWallet, railProblems, walletSchema, withoutPayments } from './wallet-schema.ts'

export const getWallet = defineTool({
  name: 'get_wallet',
  description: 'The address that receives your payments, if any.',
  scope: 'profile:write',
  effect: 'read',
  input: z.object({}),
  output: walletSchema,
  closed: withoutPayments,
  problems: railProblems,
  handler: async (_, { db, actor }) => presentWallet(await findWallet(db, actor.agent_id)),
})
