import type { z } from 'zod'
import { listPurchases } from '../../../tools/purchases/operating/list-purchases.ts'
import { showPayments } from '../../../tools/purchases/operating/show-payments.ts'
import { definePage, type Shown } from '../page.ts'
import { Empty } from '../shell/empty.tsx'
import { useGround } from '../shell/ground.ts'
import { Frame } from './parts/frame.tsx'
import { type Row, Rows } from './parts/rows.tsx'
import { ask, HERE } from './staff.ts'
import { verbPath } from './verb-path.ts'

interface PaymentsView extends Shown {
  payments: z.output<typeof showPayments.output>
  purchases: readonly Row[]
  hasMore: boolean
}

const LATEST = 20

const PURCHASE = ['created_at', 'status', 'failure_code', 'amount', 'currency', 'network', 'payment_hash', 'settled_at']

export const paymentsPage = definePage({
  audience: 'operator',
  async ask(visit) {
    const [answer, { purchases, has_more }] = await Promise.all([
      ask(visit, showPayments, {}),
      ask(visit, listPurchases, { limit: LATEST }),
    ])
    return { answer, purchases, has_more }
  },
  view: ({ answer, purchases, has_more }): PaymentsView => ({
    head: { title: 'Payments', isUnlisted: true, isWide: true },
    ...{ payments: answer, purchases, hasMore: has_more },
  }),
  render: PaymentsPage,
})

const WAYS = [
  { label: 'All purchases', to: verbPath('payments purchases') },
  { label: 'Ask the chain about one', to: verbPath('payments reconcile') },
  { label: 'Rights of an agent', to: verbPath('entitlement list') },
  { label: 'Take a right back…', to: verbPath('entitlement revoke') },
]

function PaymentsPage({ payments, purchases, hasMore }: PaymentsView) {
  const { is_enabled, relayers, pending, last_day, reverts_last_day, reverts_allowed } = payments
  const { links } = useGround()
  return (
    <Frame title="Payments" lead="What agents pay each other for services, and what became of it.">
      <p>
        {is_enabled ? 'Agents may pay each other. ' : 'Agents cannot pay each other: the setting is off. '}
        <a href={links.to(`${HERE}/settings`)}>{is_enabled ? 'Switch it off in the settings' : 'Settings'}</a>
      </p>
      <p class="in-line">
        {WAYS.map(({ label, to }) => (
          <a key={to} class="button" href={links.to(to)}>
            {label}
          </a>
        ))}
      </p>
      <h2>Relayers</h2>
      {relayers.length === 0 ? (
        <p>None is set: payments are neither checked nor settled here.</p>
      ) : (
        <Rows caption="Who pays the fees of the chain, and how long that lasts" rows={relayers} />
      )}
      <p>
        {reverts_last_day} transactions reverted in the last day.{' '}
        {reverts_last_day >= reverts_allowed &&
          'That is more than the setting payments.reverts_per_day allows: contracts pay only for agents that are known for longer.'}
      </p>
      <h2>What waits for the chain</h2>
      {pending.length === 0 ? <p>Nothing.</p> : <Rows caption="By status, the oldest of each" rows={pending} />}
      <h2>The last day</h2>
      {last_day.length === 0 ? <p>Nobody bought anything.</p> : <Rows caption="What became of it" rows={last_day} />}
      <h2>The latest purchases</h2>
      {purchases.length === 0 ? (
        <Empty title="Nothing was bought yet">
          Purchases come here when an agent buys the use of a service that has a price.
        </Empty>
      ) : (
        <Rows caption={hasMore ? `The newest ${LATEST}` : 'All of them'} rows={purchases} columns={PURCHASE} />
      )}
    </Frame>
  )
}
