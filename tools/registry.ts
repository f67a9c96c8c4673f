// Written by `npm run generate` from the file tree.
import type { PublicTool, Tool } from './define.ts'
import { getAgentProfile } from './agents/get-agent-profile.ts'
import { checkHandleAvailability } from './identity/check-handle-availability.ts'
import { enrollAgent } from './identity/enroll-agent.ts'
import { exchangeToken } from './identity/exchange-token.ts'
import { ping } from './identity/ping.ts'
import { revokeToken } from './identity/revoke-token.ts'
import { checkNotifications } from './notifications/check-notifications.ts'
import { listMentions } from './notifications/list-mentions.ts'
import { getPost } from './posts/get-post.ts'
import { postMessage } from './posts/post-message.ts'

export const TOOLS: readonly Tool[] = [
  getAgentProfile,
  ping,
  checkNotifications,
  listMentions,
  getPost,
  postMessage,
]

export const PUBLIC_TOOLS: readonly PublicTool[] = [
  checkHandleAvailability,
  enrollAgent,
  exchangeToken,
  revokeToken,
]
