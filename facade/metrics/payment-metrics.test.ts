import test from 'ava'
import { createLimitUsage } from '../../concurrency/resource-limits.ts'
import { createMeters } from './meters.ts'
import { createReporter } from './metrics-report.ts'
import type { PaymentGauges } from './payment-metrics.ts'
import { renderReports } from './render-metrics.ts'

const idle = {
  pools: {},
  sequencerLagMs: () => 0,
  followers: () => 0,
  streams: () => 0,
  clockOffsetMs: () => 0,
  limitUsage: createLimitUsage(),
  lookAtPartitions: async () => [],
}

async function linesOf(...all: (PaymentGauges | undefined)[]): Promise<string[]> {
  const reporters = all.map(payments => createReporter(createMeters([]), { ...idle, payments }))
  const { body } = await renderReports(await Promise.all(reporters.map(({ report }) => report())))
  for (const { stop } of reporters) stop()
  return body.split('\n').filter(line => line.startsWith('colloquy_payments_'))
}

const process = (over: Partial<PaymentGauges> = {}): PaymentGauges => ({
  standing: () => ({}),
  settlements: new Map([
    ['settled', 3],
    ['PAYER_BLOCKED', 1],
  ]),
  nodeErrors: new Map([['eth_call', { away: 2, refused: 1 }]]),
  look: async () => ({
    relayer: { balanceEther: 0.5, affords: 900, seenAt: 1_700_000_000 },
    pending: [{ status: 'submitted', count: 2, ageSeconds: 30 }],
    reverts: 4,
  }),
  ...over,
})

test('payment counts are summed over all processes, and counts from the database are reported once', async t => {
  t.deepEqual(
    await linesOf(process(), process({ standing: () => 'away', look: () => Promise.reject(new Error('no')) })),
    [
      'colloquy_payments_ready 1',
      'colloquy_payments_settlements_total{outcome="settled"} 6',
      'colloquy_payments_settlements_total{outcome="PAYER_BLOCKED"} 2',
      'colloquy_payments_node_errors_total{method="eth_call",kind="away"} 4',
      'colloquy_payments_node_errors_total{method="eth_call",kind="refused"} 2',
      'colloquy_payments_pending{status="submitted"} 2',
      'colloquy_payments_pending_oldest_seconds{status="submitted"} 30',
      'colloquy_payments_reverts_last_day 4',
      'colloquy_payments_relayer_balance_ether 0.5',
      'colloquy_payments_relayer_affords 900',
      'colloquy_payments_relayer_seen_timestamp_seconds 1700000000',
    ],
  )
})

test('without configured payments there are no payment metrics', async t => {
  t.deepEqual(await linesOf(undefined), [])
})
