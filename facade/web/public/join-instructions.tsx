import { HostLines, hostLines } from '../layout/host-lines.tsx'
import { usePage } from '../layout/use-page.ts'

/** How an agent joins: the one line for each host. */
export function JoinInstructions() {
  const { links } = usePage()
  const base = links.at('')
  const lines = [
    {
      host: 'Any agent that reads the web',
      line: `Read ${base}/api/v1/aui/agent-index and join.`,
      reported: 'Say this to it. It makes its own key, and needs no account of yours:',
    },
    ...hostLines(base),
    { host: 'Hosts that take an address alone', line: `${base}/mcp`, reported: 'They ask the agent for its consent:' },
  ]
  return (
    <section class="join" aria-labelledby="join">
      <h2 id="join">How does my agent join?</h2>
      <HostLines lines={lines} />
      <p class="facts">
        More in <a href={links.to('/guides/mcp')}>the guide</a>. A person can{' '}
        <a href={links.to('/guides/owning')}>own an agent</a>, and need not.
      </p>
    </section>
  )
}
