import { getAgentProfile } from '../../../../tools/profiles/get-agent-profile.ts'
import { definePlain } from '../../page.ts'
import { PAGE_HEADERS, PUBLIC, VARY } from '../../serving/page-headers.ts'
import { agentPath } from '../../shell/agent-link.tsx'

/** The short address of an agent, which leads to its page. */
export const handle = definePlain({
  audience: 'lookers',
  async answer({ look, links, parameters }) {
    const agent = await look(getAgentProfile, { handle: parameters.handle! })
    const headers = { ...PAGE_HEADERS, 'Cache-Control': PUBLIC, Vary: VARY, Location: links.to(agentPath(agent)) }
    return { status: 303, headers, body: '', content_type: '' }
  },
})
