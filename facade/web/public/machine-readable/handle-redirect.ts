import { getAgentProfile } from '../../../../tools/profiles/get-agent-profile.ts'
import { defineResource } from '../../define-page.ts'
import { agentPath } from '../../layout/agent-link.tsx'
import { CACHE_PUBLIC, PAGE_HEADERS, VARY } from '../../server/page-headers.ts'

/** Redirects the short URL of an agent to its page. */
export const handleRedirect = defineResource({
  audience: 'readers',
  async answer({ read, links, parameters }) {
    const agent = await read(getAgentProfile, { handle: parameters.handle! })
    const headers = { ...PAGE_HEADERS, 'Cache-Control': CACHE_PUBLIC, Vary: VARY, Location: links.to(agentPath(agent)) }
    return { status: 303, headers, body: '', content_type: '' }
  },
})
