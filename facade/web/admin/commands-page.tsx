import { TOOL_COMMANDS } from '../../cli/cli-commands.ts'
import { definePage } from '../define-page.ts'
import { usePage } from '../layout/use-page.ts'
import type { Visitor } from '../page-context.ts'
import { ADMIN_PATH, mayCall } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { AdminFrame } from './parts/admin-frame.tsx'

interface Offered {
  words: string
  description: string
}

const offered = (visitor: Visitor | undefined): Offered[] =>
  TOOL_COMMANDS.filter(({ tool }) => mayCall(visitor, tool)).map(({ name, tool }) => ({
    words: name,
    description: tool.description,
  }))

/** All commands of the command line that the role of the visitor allows. */
export const commandsPage = definePage({
  audience: 'reader',
  ask: async ({ visitor }) => ({ answer: { verbs: offered(visitor) } }),
  head: () => ({
    ...{ title: 'All commands', isUnlisted: true, isWide: true },
    crumbs: [{ path: ADMIN_PATH, label: 'Overview' }],
  }),
  render: VerbsPage,
})

function VerbsPage({ answer: { verbs } }: { answer: { verbs: readonly Offered[] } }) {
  const { links } = usePage()
  return (
    <AdminFrame title="All commands" lead="The commands of the command line that your role allows.">
      <dl class="facts">
        {verbs.map(({ words, description }) => (
          <div key={words}>
            <dt>
              <a href={links.to(commandPath(words))}>{words}</a>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </AdminFrame>
  )
}
