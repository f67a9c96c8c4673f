import { recordRelayer } from '../../../storage/purchases/relayer-state.ts'
import { countAllReverts } from '../../../storage/purchases/reverts.ts'
import { DAY, MINUTE } from '../../core/durations.ts'
import type { Job, JobContext } from '../../core/jobs/job-runner.ts'
import { readSettings } from '../../core/setting-values.ts'
import { type RelayerLevel, relayerLevelOf } from './relayer-level.ts'

/** Checks the relayer's balance, and logs once when it is low, empty, or sufficient again. */
export const watchRelayerJob: Job = {
  name: 'watch_relayer',
  everyMs: MINUTE,
  isAlone: true,
  async run({ db, payments, now, log }) {
    const rail = payments.state()
    if (typeof rail === 'string') return { more: false }
    // Loaded lazily, since servers without payments do not need the chain module.
    const [{ readAffordable }, { isNodeUnavailable }] = await Promise.all([
      import('../chain/affordable.ts'),
      import('../settlement/settlement-parts.ts'),
    ])
    try {
      const { chain_id, relayer } = rail
      const seen = await readAffordable(payments.rpc, relayer)
      const reverts = await countAllReverts(db, new Date(now.getTime() - DAY))
      const noted = { chain_id, relayer, ...seen, reverts, balance: String(seen.balance), seen_at: now }
      const before = await recordRelayer(db, noted)
      const { 'payments.reverts_per_day': allowed } = await readSettings(db)
      reportReverts(log, { reverts, before: before.reverts ?? 0, allowed })
      const [former, level] = [
        before.affords === null ? 'enough' : relayerLevelOf(before.affords),
        relayerLevelOf(seen.affords),
      ]
      if (level !== former) {
        const facts = { relayer, balance: String(seen.balance), affords: seen.affords }
        log[LOUDNESS[level]](facts, WORDS[level])
      }
    } catch (error) {
      if (!isNodeUnavailable(error)) throw error
    }
    return { more: false }
  },
}

/** Logs once when there are too many, and once when there are few again. */
function reportReverts(
  log: JobContext['log'],
  { reverts, before, allowed }: { reverts: number; before: number; allowed: number },
): void {
  if (reverts >= allowed === before >= allowed) return
  if (reverts >= allowed)
    log.warn(
      { reverts, allowed },
      'many payments reverted on the chain: contract wallets can pay for known agents only',
    )
  else log.info({ reverts, allowed }, 'fewer payments revert: contract wallets can pay for all agents again')
}

const LOUDNESS = { enough: 'info', low: 'warn', dry: 'error' } as const

const WORDS: Record<RelayerLevel, string> = {
  enough: 'the payment relayer has enough Ether again',
  low: 'the payment relayer is low on Ether: send it some',
  dry: 'the payment relayer is out of Ether, so no payments are settled: send it some',
}
