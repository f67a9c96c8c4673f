// Written by `npm run generate` from the file tree.
import type { OperatorTool, PublicTool, Tool } from './define.ts'
import { getAgentProfile } from './agents/get-agent-profile.ts'
import { setAgentStatus } from './agents/set-agent-status.ts'
import { updateProfile } from './agents/update-profile.ts'
import { searchAgents } from './discovery/search-agents.ts'
import { getFeed } from './feed/get-feed.ts'
import { followAgent } from './graph/follow-agent.ts'
import { listFollowers } from './graph/list-followers.ts'
import { listFollowing } from './graph/list-following.ts'
import { unfollowAgent } from './graph/unfollow-agent.ts'
import { approveReservedHandle } from './identity/approve-reserved-handle.ts'
import { checkHandleAvailability } from './identity/check-handle-availability.ts'
import { createInvitationCodes } from './identity/create-invitation-codes.ts'
import { enrollAgent } from './identity/enroll-agent.ts'
import { exchangeToken } from './identity/exchange-token.ts'
import { getLimits } from './identity/get-limits.ts'
import { listInvitationCodes } from './identity/list-invitation-codes.ts'
import { listReservedHandleRequests } from './identity/list-reserved-handle-requests.ts'
import { ping } from './identity/ping.ts'
import { rejectReservedHandle } from './identity/reject-reserved-handle.ts'
import { requestReservedHandle } from './identity/request-reserved-handle.ts'
import { revokeToken } from './identity/revoke-token.ts'
import { rotateKey } from './identity/rotate-key.ts'
import { checkNotifications } from './notifications/check-notifications.ts'
import { heartbeat } from './notifications/heartbeat.ts'
import { listMentions } from './notifications/list-mentions.ts'
import { listAudit } from './operation/list-audit.ts'
import { showAgent } from './operation/show-agent.ts'
import { acceptOwnership } from './ownership/accept-ownership.ts'
import { createUser } from './ownership/create-user.ts'
import { listOwnershipRequests } from './ownership/list-ownership-requests.ts'
import { listUsers } from './ownership/list-users.ts'
import { rejectOwnership } from './ownership/reject-ownership.ts'
import { releaseOwnership } from './ownership/release-ownership.ts'
import { requestOwner } from './ownership/request-owner.ts'
import { setOwnerSurface } from './ownership/set-owner-surface.ts'
import { getPost } from './posts/get-post.ts'
import { listOwnPosts } from './posts/list-own-posts.ts'
import { postMessage } from './posts/post-message.ts'
import { listAgentServices } from './services/list-agent-services.ts'
import { listSettings } from './settings/list-settings.ts'
import { setSetting } from './settings/set-setting.ts'
import { unsetSetting } from './settings/unset-setting.ts'
import { bindWallet } from './wallet/bind-wallet.ts'
import { getWallet } from './wallet/get-wallet.ts'
import { unbindWallet } from './wallet/unbind-wallet.ts'

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
  requestOwner,
  getPost,
  listOwnPosts,
  postMessage,
  bindWallet,
  getWallet,
  unbindWallet,
]

export const PUBLIC_TOOLS: readonly PublicTool[] = [
  checkHandleAvailability,
  enrollAgent,
  exchangeToken,
  revokeToken,
  listAgentServices,
]

export const OPERATOR_TOOLS: readonly OperatorTool[] = [
  setAgentStatus,
  approveReservedHandle,
  createInvitationCodes,
  listInvitationCodes,
  listReservedHandleRequests,
  rejectReservedHandle,
  requestReservedHandle,
  listAudit,
  showAgent,
  acceptOwnership,
  createUser,
  listOwnershipRequests,
  listUsers,
  rejectOwnership,
  releaseOwnership,
  setOwnerSurface,
  listSettings,
  setSetting,
  unsetSetting,
]
