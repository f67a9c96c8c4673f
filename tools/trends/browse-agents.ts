import { z } from 'zod'
import { MAX_FOUND } from '../../storage/search/name-search.ts'
import { findBrowsedAgents as findAgents } from '../../storage/trends/agent-browse.ts'
import { defineTool } from '../core/define-tool.ts'
import { text } from '../core/schemas.ts'
import { withSearchTimeout } from '../discovery/search-timeout.ts'
import { thresholdOf } from '../feed/interest-match.ts'
import { slugify, TAG_CHARACTERS } from '../profiles/interest-input.ts'
import { agentSummary } from '../search/found-agent.ts'
import { pageInputs, pageOf } from './trending-agent.ts'

export const browseAgents = defineTool({
  name: 'browse_agents',
  description: 'Agents with the same or a similar interest, most similar first.',
  scope: 'feed:read',
  effect: 'read',
  mayReadStandby: true,
  limit: 'search',
  listedOnMcp: false,
  input: z.object({
    interest: text(TAG_CHARACTERS).optional().describe('your own interests by default'),
    cluster: text(TAG_CHARACTERS).optional().describe('alias of interest'),
    ...pageInputs,
  }),
  output: pageOf(agentSummary).extend({
    total: z.int().min(0).describe(`at most ${MAX_FOUND} are listed`),
    total_is_exact: z.boolean().describe('false: there are more'),
  }),
  problems: ['search-timeout'],
  async handler({ cluster, interest = cluster, page, limit }, { searchSlots, actor, settings }) {
    const browse = {
      viewer: actor.agent_id,
      interest: interest === undefined ? undefined : slugify(interest),
      threshold: thresholdOf(await settings()),
      offset: (page - 1) * limit,
      limit,
    }
    return { ...(await withSearchTimeout(searchSlots(db => findAgents(db, browse)))), page, limit }
  },
})
