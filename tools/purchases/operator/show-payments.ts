import { z } from 'zod'
import { listOutcomes, listPending, listRelayers } from '../../../storage/purchases/relayer-state.ts'
import { countAllReverts } from '../../../storage/purchases/reverts.ts'
import { defineOperatorTool } from '../../core/define-tool.ts'
import { DAY } from '../../core/durations.ts'
import { timestamp } from '../../core/schemas.ts'
import { FAILURE_CODES, type FailureCode } from '../purchase-failures.ts'
import { PURCHASE_STATUSES } from '../purchase-schema.ts'
import { relayerLevelOf } from './relayer-level.ts'

const relayer = z.object({
  network: z.string(),
  relayer: z.string(),
  next_nonce: z.int(),
  balance: z.string().nullable().describe('in wei; null until a server has checked'),
  affords: z.int().nullable().describe('number of further payments it can afford'),
  level: z.enum(['enough', 'low', 'dry']).nullable(),
  seen_at: timestamp.nullable(),
})

export const showPayments = defineOperatorTool({
  name: 'show_payments',
  description: 'Relayer balances, payments still checked on the chain, and the results of the last day.',
  effect: 'read',
  input: z.object({}),
  output: z.object({
    is_enabled: z.boolean().describe('the setting payments.enabled'),
    relayers: z.array(relayer),
    reverts_last_day: z.int().describe('payments that cost the relayer gas and transferred nothing'),
    reverts_allowed: z.int().describe('the setting payments.reverts_per_day'),
    pending: z.array(z.object({ status: z.enum(PURCHASE_STATUSES), count: z.int(), oldest_at: timestamp })),
    last_day: z.array(
      z.object({ status: z.enum(PURCHASE_STATUSES), failure_code: z.enum(FAILURE_CODES).nullable(), count: z.int() }),
    ),
  }),
  problems: [],
  async handler(_, { db, now, settings }) {
    const [relayers, set] = await Promise.all([listRelayers(db), settings()])
    const yesterday = new Date(now.getTime() - DAY)
    return {
      is_enabled: set['payments.enabled'],
      reverts_last_day: await countAllReverts(db, yesterday),
      reverts_allowed: set['payments.reverts_per_day'],
      relayers: relayers.map(({ chain_id, affords, ...row }) => ({
        network: `eip155:${chain_id}`,
        ...row,
        affords,
        level: affords === null ? null : relayerLevelOf(affords),
      })),
      pending: await listPending(db),
      last_day: (await listOutcomes(db, yesterday)).map(row => ({
        ...row,
        failure_code: row.failure_code as FailureCode | null,
      })),
    }
  },
})
