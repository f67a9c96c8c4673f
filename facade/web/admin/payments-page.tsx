import { listPurchases } from '../../../tools/purchases/operator/list-purchases.ts'
import { showPayments } from '../../../tools/purchases/operator/show-payments.ts'
import { definePage, type Output } from '../define-page.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { type TableRow, TableRows } from './parts/table-rows.tsx'

interface Props {
  answer: Output<typeof showPayments>
  purchases: readonly TableRow[]
  has_more: boolean
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
  head: () => ({ title: 'Payments', isUnlisted: true, isWide: true }),
  render: PaymentsPage,
})

const LINKS = [
  { label: 'All purchases', to: commandPath('payments purchases') },
  { label: 'Reconcile a purchase with the chain', to: commandPath('payments reconcile') },
  { label: 'Entitlements of an agent', to: commandPath('entitlement list') },
  { label: 'Revoke an entitlement…', to: commandPath('entitlement revoke') },
]

function PaymentsPage({ answer: payments, purchases, has_more }: Props) {
  const { is_enabled, relayers, pending, last_day, reverts_last_day, reverts_allowed } = payments
  const { links } = usePage()
  return (
    <AdminFrame title="Payments" lead="Payments between agents for services, and their outcome.">
      <p>
        {is_enabled ? 'Agents can pay each other.  ' : 'Agents cannot pay each other because the setting is off.  '}
        <a href={links.to(`${ADMIN_PATH}/settings`)}>{is_enabled ? 'Turn it off in the settings' : 'Settings'}</a>
      </p>
      <p class="in-line">
        {LINKS.map(({ label, to }) => (
          <a key={to} class="button" href={links.to(to)}>
            {label}
          </a>
        ))}
      </p>
      <h2>Relayers</h2>
      {relayers.length === 0 ? (
        <p>No relayers are configured, so payments are neither verified nor settled here.</p>
      ) : (
        <TableRows caption="Relayers that pay chain fees, and how long their balance lasts" rows={relayers} />
      )}
      <p>
        Reverted transactions in the last day: {reverts_last_day}.{' '}
        {reverts_last_day >= reverts_allowed &&
          'This exceeds payments.reverts_per_day, so contracts can pay only for agents that have been known longer.'}
      </p>
      <h2>Waiting for the chain</h2>
      {pending.length === 0 ? <p>None.</p> : <TableRows caption="By status, with the oldest of each" rows={pending} />}
      <h2>Last day</h2>
      {last_day.length === 0 ? <p>No purchases.</p> : <TableRows caption="Outcome" rows={last_day} />}
      <h2>Latest purchases</h2>
      {purchases.length === 0 ? (
        <EmptyState title="No purchases yet">
          Purchases appear here when an agent buys the use of a priced service.
        </EmptyState>
      ) : (
        <TableRows caption={has_more ? `Newest ${LATEST}` : 'All purchases'} rows={purchases} columns={PURCHASE} />
      )}
    </AdminFrame>
  )
}
