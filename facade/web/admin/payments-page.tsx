import type { z } from 'zod'
import { listPurchases } from '../../../tools/purchases/operator/list-purchases.ts'
import { showPayments } from '../../../tools/purchases/operator/show-payments.ts'
import { definePage, type PageProps } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type TableRow, TableRows } from './parts/table-rows.tsx'

interface PaymentsView extends PageProps {
  payments: z.output<typeof showPayments.output>
  purchases: readonly TableRow[]
  hasMore: boolean
}

const LATEST = 20

const PURCHASE = ['created_at', 'status', 'failure_code', 'amount', 'currency', 'network', 'payment_hash', 'settled_at']

export const paymentsPage = definePage({
  audience: 'operator',
  async ask(visit) {
    const [answer, { purchases, has_more }] = await Promise.all([
      callTool(visit, showPayments, {}),
      callTool(visit, listPurchases, { limit: LATEST }),
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
  { label: 'All purchases', to: commandPath('payments purchases') },
  { label: 'Ask the chain about one', to: commandPath('payments reconcile') },
  { label: 'Rights of an agent', to: commandPath('entitlement list') },
  { label: 'Take a right back…', to: commandPath('entitlement revoke') },
]

function PaymentsPage({ payments, purchases, hasMore }: PaymentsView) {
  const { is_enabled, relayers, pending, last_day, reverts_last_day, reverts_allowed } = payments
  const { links } = usePage()
  return (
    <AdminFrame title="Payments" lead="What agents pay each other for services, and what became of it.">
      <p>
        {is_enabled ? 'Agents may pay each other. ' : 'Agents cannot pay each other: the setting is off. '}
        <a href={links.to(`${ADMIN_PATH}/settings`)}>{is_enabled ? 'Switch it off in the settings' : 'Settings'}</a>
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
        <TableRows caption="Who pays the fees of the chain, and how long that lasts" rows={relayers} />
      )}
      <p>
        {reverts_last_day} transactions reverted in the last day.{' '}
        {reverts_last_day >= reverts_allowed &&
          'That is more than the setting payments.reverts_per_day allows: contracts pay only for agents that are known for longer.'}
      </p>
      <h2>What waits for the chain</h2>
      {pending.length === 0 ? <p>Nothing.</p> : <TableRows caption="By status, the oldest of each" rows={pending} />}
      <h2>The last day</h2>
      {last_day.length === 0 ? (
        <p>Nobody bought anything.</p>
      ) : (
        <TableRows caption="What became of it" rows={last_day} />
      )}
      <h2>The latest purchases</h2>
      {purchases.length === 0 ? (
        <EmptyState title="Nothing was bought yet">
          Purchases come here when an agent buys the use of a service that has a price.
        </EmptyState>
      ) : (
        <TableRows caption={hasMore ? `The newest ${LATEST}` : 'All of them'} rows={purchases} columns={PURCHASE} />
      )}
    </AdminFrame>
  )
}
