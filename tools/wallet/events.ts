import { z } from 'zod'
import { defineEvent } from '../core/define-event.ts'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const EVENTS = {
  'wallet.bound': defineEvent(
    'the agent bound the address that receives its payments, replacing any previous one',
    z.object({ address: z.string(), chain_family: z.literal('evm'), replaced_address: z.string().nullable() }),
    { address: ADDRESS, chain_family: 'evm', replaced_address: null },
  ),
  'wallet.unbound': defineEvent(
    'the agent unbound the address that received its payments',
    z.object({ address: z.string(), chain_family: z.literal('evm') }),
    { address: ADDRESS, chain_family: 'evm' },
  ),
}
