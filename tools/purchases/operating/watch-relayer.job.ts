import { noteRelayer } from '../../../storage/purchases/standing.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Job } from '../../kernel/jobs.ts'
import { levelOf, type RelayerLevel } from './relayer-level.ts'

/** Looks what the relayer of payments has, and says so once where it gets too little, is out of it, or has enough again. */
export const watchRelayerJob: Job = {
  name: 'watch the relayer of payments',
  everyMs: MINUTE,
  isAlone: true,
  async run({ db, payments, now, log }) {
    const rail = payments.standing()
    if (typeof rail === 'string') return { more: false }
    // Servers without payments go without the module of the chain.
    const [{ readAffordable }, { isAway }] = await Promise.all([
      import('../chain/affordable.ts'),
      import('../settling/settling.ts'),
    ])
    try {
      const { chain_id, relayer } = rail
      const seen = await readAffordable(payments.rpc, relayer)
      const before = await noteRelayer(db, { chain_id, relayer, ...seen, balance: String(seen.balance), seen_at: now })
      const [former, level] = [before === null ? 'enough' : levelOf(before), levelOf(seen.affords)]
      if (level !== former) {
        const facts = { relayer, balance: String(seen.balance), affords: seen.affords }
        log[LOUDNESS[level]](facts, WORDS[level])
      }
    } catch (error) {
      if (!isAway(error)) throw error
    }
    return { more: false }
  },
}

const LOUDNESS = { enough: 'info', low: 'warn', dry: 'error' } as const

const WORDS: Record<RelayerLevel, string> = {
  enough: 'the relayer of payments has enough Ether again',
  low: 'the relayer of payments is low on Ether: send it some',
  dry: 'the relayer of payments is out of Ether, and nothing is settled: send it some',
}
