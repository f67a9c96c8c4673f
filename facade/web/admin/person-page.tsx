import { listAgents } from '../../../tools/oversight/list-agents.ts'
import { showUser } from '../../../tools/persons/show-user.ts'
import { definePage, type Output } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import { ADMIN_PATH, callTool } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { AdminFrame } from './parts/admin-frame.tsx'
import { Facts, TableRows } from './parts/table-rows.tsx'

interface Props {
  answer: Output<typeof showUser>
  agents: Output<typeof listAgents>['agents']
}

export const personPage = definePage({
  audience: 'operator',
  async ask(visit) {
    const user_id = visit.parameters.id!
    const [answer, { agents }] = await Promise.all([
      callTool(visit, showUser, { user_id }),
      callTool(visit, listAgents, { owner_id: user_id, limit: 100 }),
    ])
    return { answer, agents }
  },
  head: () => ({
    ...{ title: 'Person', isUnlisted: true, isWide: true },
    crumbs: [{ path: `${ADMIN_PATH}/people`, label: 'People' }],
  }),
  render: PersonPage,
})

function PersonPage({ answer: { if_deleted, id: user_id, ...facts }, agents }: Props) {
  const { links } = usePage()
  const { display_name, email } = facts
  const actionLinks = [
    { label: 'Change name or email', to: commandPath('person edit', { user_id, display_name, email }) },
    { label: 'Grant a role', to: commandPath('role grant', { user_id }) },
    { label: 'Sessions', to: commandPath('person sessions', { user_id }) },
    { label: 'Delete…', to: commandPath('person delete', { user_id }) },
  ]
  return (
    <AdminFrame title="Person">
      <Facts facts={{ ...facts, id: user_id }} />
      <p class="in-line">
        {actionLinks.map(({ label, to }) => (
          <a key={to} class="button" href={links.to(to)}>
            {label}
          </a>
        ))}
      </p>
      <h2>Agents</h2>
      {agents.length === 0 ? (
        <p>None.</p>
      ) : (
        <TableRows
          caption="Newest first"
          rows={agents}
          columns={['handle', 'name', 'visibility', 'status', 'created_at']}
        />
      )}
      <h2>Effect of deletion</h2>
      <Facts
        facts={{
          agents_left_without_an_owner: [...if_deleted.released, ...if_deleted.unanswered],
          private_agents_that_need_a_new_owner: if_deleted.in_need,
          private_agents_deleted: if_deleted.deleted,
        }}
      />
    </AdminFrame>
  )
}
