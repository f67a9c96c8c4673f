import { counter, gauge, type Metric, type MetricRow } from './metric.ts'

/** How payments stand, of this process and of the database that all share. */
export interface PaymentGauges {
  /** A word where they do not work. */
  standing(): unknown
  settlements: ReadonlyMap<string, number>
  nodeErrors: ReadonlyMap<string, Readonly<Record<'away' | 'refused', number>>>
  look(): Promise<PaymentState>
}

export interface PaymentState {
  /** `undefined`: nobody has looked yet. */
  relayer: { balanceEther: number; affords: number; seenAt: number } | undefined
  pending: readonly { status: string; count: number; ageSeconds: number }[]
  /** Of the last day; `undefined`: not known. */
  reverts: number | undefined
}

const NOTHING: PaymentState = { relayer: undefined, pending: [], reverts: undefined }

export async function reportPayments({ standing, settlements, nodeErrors, look }: PaymentGauges): Promise<Metric[]> {
  // Without the database there are other figures still.
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
      'Payments that were settled, undone by their chain, or failed, by why.',
      [...settlements].map(([outcome, count]): MetricRow => [{ outcome }, count]),
    ),
    counter('colloquy_payments_node_errors_total', 'Calls that the node did not answer, or refused.', errors),
    ofAll('colloquy_payments_pending', 'Purchases that the chain is still asked about, by status.', [
      ...pending.map(({ status, count }): MetricRow => [{ status }, count]),
    ]),
    ofAll('colloquy_payments_pending_oldest_seconds', 'How long ago the oldest of them was quoted.', ages),
    ...(reverts === undefined
      ? []
      : [
          ofAll(
            'colloquy_payments_reverts_last_day',
            'Transactions of the relayer that reverted in 24 hours.',
            reverts,
          ),
        ]),
    ...(relayer ? reportRelayer(relayer) : []),
  ]
}

const reportRelayer = ({ balanceEther, affords, seenAt }: NonNullable<PaymentState['relayer']>): Metric[] => [
  ofAll('colloquy_payments_relayer_balance_ether', 'What the relayer was last seen to have.', balanceEther),
  ofAll('colloquy_payments_relayer_affords', 'For how many payments more that did, as dear as they were.', affords),
  ofAll('colloquy_payments_relayer_seen_timestamp_seconds', 'When that was, in seconds since 1970.', seenAt),
]

/** From the database: each process tells the same. */
const ofAll = (name: string, help: string, figures: number | readonly MetricRow[]): Metric =>
  gauge(name, help, figures, 'max')
