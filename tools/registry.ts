import { getAgentProfile } from './agents/get-agent-profile.ts'
import type { Tool } from './define.ts'
import { ping } from './identity/ping.ts'
import { checkNotifications } from './notifications/check-notifications.ts'
import { listMentions } from './notifications/list-mentions.ts'
import { getPost } from './posts/get-post.ts'
import { postMessage } from './posts/post-message.ts'

export const TOOLS: readonly Tool[] = [ping, getAgentProfile, checkNotifications, listMentions, getPost, postMessage]
