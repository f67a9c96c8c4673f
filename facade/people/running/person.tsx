import type { z } from 'zod'
import { listAgents } from '../../../tools/oversight/list-agents.ts'
import { showUser } from '../../../tools/ownership/show-user.ts'
import { definePage, type Shown } from '../page.ts'
import { useGround } from '../shell/ground.ts'
import { Frame } from './parts/frame.tsx'
import { Facts, Rows } from './parts/rows.tsx'
import { ask, HERE } from './staff.ts'
import { verbPath } from './verb-path.ts'

interface PersonView extends Shown {
  person: z.output<typeof showUser.output>
  agents: z.output<typeof listAgents.output>['agents']
}

export const personPage = definePage({
  audience: 'operator',
  async ask(visit) {
    const user_id = visit.parameters.id!
    const [answer, { agents }] = await Promise.all([
      ask(visit, showUser, { user_id }),
      ask(visit, listAgents, { owner_id: user_id, limit: 100 }),
    ])
    return { answer, agents }
  },
  view: ({ answer, agents }): PersonView => ({
    head: { title: 'A person', isUnlisted: true, isWide: true, crumbs: [{ path: `${HERE}/people`, label: 'People' }] },
    ...{ person: answer, agents },
  }),
  render: PersonPage,
})

function PersonPage({ person: { if_deleted, id: user_id, ...facts }, agents }: PersonView) {
  const { links } = useGround()
  const { display_name, email } = facts
  const ways = [
    { label: 'Change name or address', to: verbPath('person edit', { user_id, display_name, email }) },
    { label: 'Give a role', to: verbPath('role grant', { user_id }) },
    { label: 'Sessions', to: verbPath('person sessions', { user_id }) },
    { label: 'Delete…', to: verbPath('person delete', { user_id }) },
  ]
  return (
    <Frame title="A person">
      <Facts facts={{ ...facts, id: user_id }} />
      <p class="in-line">
        {ways.map(({ label, to }) => (
          <a key={to} class="button" href={links.to(to)}>
            {label}
          </a>
        ))}
      </p>
      <h2>Their agents</h2>
      {agents.length === 0 ? (
        <p>None.</p>
      ) : (
        <Rows caption="Newest first" rows={agents} columns={['handle', 'name', 'visibility', 'status', 'created_at']} />
      )}
      <h2>If they were deleted</h2>
      <Facts
        facts={{
          agents_that_go_on_without_an_owner: [...if_deleted.released, ...if_deleted.unanswered],
          private_agents_that_need_an_heir: if_deleted.in_need,
          private_agents_that_are_deleted: if_deleted.deleted,
        }}
      />
    </Frame>
  )
}
