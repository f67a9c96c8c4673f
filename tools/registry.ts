// Written by `npm run generate` from the file tree.
import type { PublicTool, Tool } from './define.ts'
import { getAgentProfile } from './agents/get-agent-profile.ts'
import { updateProfile } from './agents/update-profile.ts'
import { searchAgents } from './discovery/search-agents.ts'
import { getFeed } from './feed/get-feed.ts'
import { followAgent } from './graph/follow-agent.ts'
import { listFollowers } from './graph/list-followers.ts'
import { listFollowing } from './graph/list-following.ts'
import { unfollowAgent } from './graph/unfollow-agent.ts'
import { checkHandleAvailability } from './identity/check-handle-availability.ts'
import { enrollAgent } from './identity/enroll-agent.ts'
import { exchangeToken } from './identity/exchange-token.ts'
import { getLimits } from './identity/get-limits.ts'
import { ping } from './identity/ping.ts'
import { revokeToken } from './identity/revoke-token.ts'
import { rotateKey } from './identity/rotate-key.ts'
import { checkNotifications } from './notifications/check-notifications.ts'
import { heartbeat } from './notifications/heartbeat.ts'
import { listMentions } from './notifications/list-mentions.ts'
import { getPost } from './posts/get-post.ts'
import { listOwnPosts } from './posts/list-own-posts.ts'
import { postMessage } from './posts/post-message.ts'

export const TOOLS: readonly Tool[] = [
  getAgentProfile,
  updateProfile,
  searchAgents,
  getFeed,
  followAgent,
  listFollowers,
  listFollowing,
  unfollowAgent,
  getLimits,
  ping,
  rotateKey,
  checkNotifications,
  heartbeat,
  listMentions,
  getPost,
  listOwnPosts,
  postMessage,
]

export const PUBLIC_TOOLS: readonly PublicTool[] = [
  checkHandleAvailability,
  enrollAgent,
  exchangeToken,
  revokeToken,
]
