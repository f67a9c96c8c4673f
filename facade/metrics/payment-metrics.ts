import { counter, gauge, type Metric, type MetricRow } from './metric.ts'

/** The state of payments, of this process and in the shared database. */
export interface PaymentGauges {
  /** The reason if they are not available. */
  standing(): unknown
  settlements: ReadonlyMap<string, number>
  nodeErrors: ReadonlyMap<string, Readonly<Record<'away' | 'refused', number>>>
  look(): Promise<PaymentState>
}

export interface PaymentState {
  /** `undefined`: not checked yet. */
  relayer: { balanceEther: number; affords: number; seenAt: number } | undefined
  pending: readonly { status: string; count: number; ageSeconds: number }[]
  /** Of the last day; `undefined`: unknown. */
  reverts: number | undefined
}

const NOTHING: PaymentState = { relayer: undefined, pending: [], reverts: undefined }

export async function reportPayments({ standing, settlements, nodeErrors, look }: PaymentGauges): Promise<Metric[]> {
  // Without the database, the other metrics are still reported.
  const { relayer, pending, reverts } = await look().catch(() => NOTHING)
  const errors = [...nodeErrors].flatMap(([method, { away, refused }]): MetricRow[] => [
    [{ method, kind: 'away' }, away],
    [{ method, kind: 'refused' }, refused],
  ])
  const ages = pending.map(({ status, ageSeconds }): MetricRow => [{ status }, ageSeconds])
  return [
    gauge('colloquy_payments_ready', 'Processes that can pay.', typeof standing() === 'string' ? 0 : 1),
    counter(
      'colloquy_payments_settlements_total',
      'Payments that were settled, reverted by their chain, or failed, by reason.',
      [...settlements].map(([outcome, count]): MetricRow => [{ outcome }, count]),
    ),
    counter('colloquy_payments_node_errors_total', 'Calls that the node rejected or did not respond to.', errors),
    ofAll('colloquy_payments_pending', 'Purchases still checked on the chain, by status.', [
      ...pending.map(({ status, count }): MetricRow => [{ status }, count]),
    ]),
    ofAll('colloquy_payments_pending_oldest_seconds', 'Age of the oldest of their quotes.', ages),
    ...(reverts === undefined
      ? []
      : [ofAll('colloquy_payments_reverts_last_day', 'Relayer transactions that reverted in 24 hours.', reverts)]),
    ...(relayer ? reportRelayer(relayer) : []),
  ]
}

const reportRelayer = ({ balanceEther, affords, seenAt }: NonNullable<PaymentState['relayer']>): Metric[] => [
  ofAll('colloquy_payments_relayer_balance_ether', 'Last known balance of the relayer.', balanceEther),
  ofAll(
    'colloquy_payments_relayer_affords',
    'Number of further payments that the balance covers, at the same cost.',
    affords,
  ),
  ofAll(
    'colloquy_payments_relayer_seen_timestamp_seconds',
    'Time of the last balance check, in seconds since 1970.',
    seenAt,
  ),
]

/** From the database, and the same in each process. */
const ofAll = (name: string, help: string, figures: number | readonly MetricRow[]): Metric =>
  gauge(name, help, figures, 'max')
