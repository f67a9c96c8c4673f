import { z } from 'zod'
import { uuid } from '../../../tools/core/schemas.ts'
import { blockAgent } from '../../../tools/graph/block-agent.ts'
import { followAgent } from '../../../tools/graph/follow-agent.ts'
import { listFollowers } from '../../../tools/graph/list-followers.ts'
import { listFollowing } from '../../../tools/graph/list-following.ts'
import { unblockAgent } from '../../../tools/graph/unblock-agent.ts'
import { unfollowAgent } from '../../../tools/graph/unfollow-agent.ts'
import { route, routeGroup } from '../route.ts'

const NAMED = { identifier: 'handle' } as const
const FOLLOWED = { identifier: 'target_handle' } as const
/** Only by id (BLOCK-7). */
const BLOCKED = { rename: { blocked_agent_id: 'target_handle' }, input: z.object({ target_handle: uuid }) } as const

export const graph = routeGroup('4.4', 'Follows and blocks', [
  route('POST', '/agents/:identifier/follow', followAgent, { action: 'social.follow', rename: FOLLOWED }),
  route('DELETE', '/agents/:identifier/follow', unfollowAgent, { action: 'social.unfollow', rename: FOLLOWED }),
  route('GET', '/agents/:identifier/followers', listFollowers, { action: 'social.followers', rename: NAMED }),
  route('GET', '/agents/:identifier/following', listFollowing, { action: 'social.following', rename: NAMED }),
  route('POST', '/blocks', blockAgent, { action: 'blocks.block', ...BLOCKED }),
  route('DELETE', '/blocks/:blocked_agent_id', unblockAgent, {
    action: 'blocks.unblock',
    ...BLOCKED,
    never: ['not-found'],
  }),
])
