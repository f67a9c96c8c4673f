import { z } from 'zod'
import { emptyWallet, lockWallet } from '../../storage/wallet/wallet-rows.ts'
import { defineTool } from '../core/define-tool.ts'
import { presentWallet, railProblems, walletSchema, withoutPayments } from './wallet-schema.ts'

export const unbindWallet = defineTool({
  name: 'unbind_wallet',
  description: 'Unbind the address that receives your payments.',
  scope: 'profile:write',
  effect: 'write',
  idempotent: true,
  limit: 'wallet_changes',
  input: z.object({}),
  output: walletSchema,
  closed: withoutPayments,
  problems: railProblems,
  handler: (_, { actor: { agent_id }, transaction, now }) =>
    transaction(async ({ db, emit }) => {
      const { address } = await lockWallet(db, agent_id)
      await emptyWallet(db, agent_id, now)
      if (address !== null) {
        emit(agent_id, 'wallet.unbound', {
          actor: { kind: 'platform' },
          subject: {},
          excerpt: '',
          data: { address, chain_family: 'evm' },
        })
      }
      return presentWallet(undefined)
    }),
})
