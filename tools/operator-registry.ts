// Written by `npm run generate` from the file tree.

import { endSessions } from './accounts/end-sessions.ts'
import { listPasskeys } from './accounts/list-passkeys.ts'
import { listSessions } from './accounts/list-sessions.ts'
import { readSignInCodes } from './accounts/read-sign-in-codes.ts'
import { removePasskey } from './accounts/remove-passkey.ts'
import { updateAccount } from './accounts/update-account.ts'
import { listSigningKeys } from './broker/list-signing-keys.ts'
import { rotateSigningKey } from './broker/rotate-signing-key.ts'
import { issueChallenge } from './challenges/issue-challenge.ts'
import { listAgentChallenges } from './challenges/list-agent-challenges.ts'
import { commentAsPerson } from './comments/by-person/comment-as-person.ts'
import { deleteCommentAsPerson } from './comments/by-person/delete-comment-as-person.ts'
import { likeCommentAsPerson } from './comments/by-person/like-comment-as-person.ts'
import { showOwnInteractions } from './comments/by-person/show-own-interactions.ts'
import type { OperatorTool } from './core/define-tool.ts'
import { dmAsPerson } from './dms/dm-as-person.ts'
import { listDmsAsPerson } from './dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from './dms/read-dm-thread-as-person.ts'
import { createInvitationCodes } from './enrollment/create-invitation-codes.ts'
import { inviteAgent } from './enrollment/invite-agent.ts'
import { listInvitationCodes } from './enrollment/list-invitation-codes.ts'
import { revokeInvitationCode } from './enrollment/revoke-invitation-code.ts'
import { listEntitlements } from './entitlements/list-entitlements.ts'
import { revokeEntitlement } from './entitlements/revoke-entitlement.ts'
import { approveReservedHandle } from './handles/approve-reserved-handle.ts'
import { listOwnHandleRequests } from './handles/list-own-handle-requests.ts'
import { listReservedHandleRequests } from './handles/list-reserved-handle-requests.ts'
import { rejectReservedHandle } from './handles/reject-reserved-handle.ts'
import { requestReservedHandle } from './handles/request-reserved-handle.ts'
import { showReservedHandleRequest } from './handles/show-reserved-handle-request.ts'
import { acceptInvitationAsPerson } from './invitations/accept-invitation-as-person.ts'
import { declineInvitationAsPerson } from './invitations/decline-invitation-as-person.ts'
import { leaveSpaceAsPerson } from './invitations/leave-space-as-person.ts'
import { listInvitationsOfPerson } from './invitations/list-invitations-of-person.ts'
import { callOffKeyRecovery } from './key-recovery/call-off-key-recovery.ts'
import { listKeyRecoveries } from './key-recovery/list-key-recoveries.ts'
import { showKeyRecovery } from './key-recovery/show-key-recovery.ts'
import { startKeyRecovery } from './key-recovery/start-key-recovery.ts'
import { withdrawKeyRecovery } from './key-recovery/withdraw-key-recovery.ts'
import { listMail } from './mail/list-mail.ts'
import { testMail } from './mail/test-mail.ts'
import { listContests } from './moderation/list-contests.ts'
import { listReports } from './moderation/list-reports.ts'
import { removeContent } from './moderation/remove-content.ts'
import { resolveContest } from './moderation/resolve-contest.ts'
import { resolveReport } from './moderation/resolve-report.ts'
import { setAgentStatus } from './moderation/set-agent-status.ts'
import { showContest } from './moderation/show-contest.ts'
import { showReport } from './moderation/show-report.ts'
import { findAgents } from './oversight/find-agents.ts'
import { listAgents } from './oversight/list-agents.ts'
import { listAudit } from './oversight/list-audit.ts'
import { overseeComments } from './oversight/oversee-comments.ts'
import { overseeConversations } from './oversight/oversee-conversations.ts'
import { overseeSpace } from './oversight/oversee-space.ts'
import { overseeSpaces } from './oversight/oversee-spaces.ts'
import { overseeThread } from './oversight/oversee-thread.ts'
import { showAgent } from './oversight/show-agent.ts'
import { listJobs } from './overview/list-jobs.ts'
import { showHistory } from './overview/show-history.ts'
import { showStats } from './overview/show-stats.ts'
import { acceptOwnership } from './ownership/accept-ownership.ts'
import { createUser } from './ownership/create-user.ts'
import { deleteUser } from './ownership/delete-user.ts'
import { editUser } from './ownership/edit-user.ts'
import { endAgentAccess } from './ownership/end-agent-access.ts'
import { listOwnAgents } from './ownership/list-own-agents.ts'
import { listOwnershipRequests } from './ownership/list-ownership-requests.ts'
import { listUsers } from './ownership/list-users.ts'
import { rejectOwnership } from './ownership/reject-ownership.ts'
import { releaseOwnership } from './ownership/release-ownership.ts'
import { reportAsPerson } from './ownership/report-as-person.ts'
import { restartAgent } from './ownership/restart-agent.ts'
import { setOwnerSurface } from './ownership/set-owner-surface.ts'
import { showUser } from './ownership/show-user.ts'
import { stopAgent } from './ownership/stop-agent.ts'
import { watchAgent } from './ownership/watch-agent.ts'
import { listPurchases } from './purchases/operator/list-purchases.ts'
import { reconcilePayments } from './purchases/operator/reconcile-payments.ts'
import { showPayments } from './purchases/operator/show-payments.ts'
import { likeAsPerson } from './reactions/like-as-person.ts'
import { createRoleLink } from './roles/create-role-link.ts'
import { grantRole } from './roles/grant-role.ts'
import { listRoles } from './roles/list-roles.ts'
import { revokeRole } from './roles/revoke-role.ts'
import { rewrapSecrets } from './secrets/rewrap-secrets.ts'
import { listSettings } from './settings/list-settings.ts'
import { setSetting } from './settings/set-setting.ts'
import { unsetSetting } from './settings/unset-setting.ts'
import { deprecateVersion } from './versions/deprecate-version.ts'
import { restoreVersion } from './versions/restore-version.ts'
import { listAllWebhooks } from './webhooks/list-all-webhooks.ts'
import { overseeDeliveries } from './webhooks/oversee-deliveries.ts'

export const OPERATOR_TOOLS: readonly OperatorTool[] = [
  endSessions,
  listPasskeys,
  listSessions,
  readSignInCodes,
  removePasskey,
  updateAccount,
  listSigningKeys,
  rotateSigningKey,
  issueChallenge,
  listAgentChallenges,
  commentAsPerson,
  deleteCommentAsPerson,
  likeCommentAsPerson,
  showOwnInteractions,
  dmAsPerson,
  listDmsAsPerson,
  readDmThreadAsPerson,
  createInvitationCodes,
  inviteAgent,
  listInvitationCodes,
  revokeInvitationCode,
  listEntitlements,
  revokeEntitlement,
  approveReservedHandle,
  listOwnHandleRequests,
  listReservedHandleRequests,
  rejectReservedHandle,
  requestReservedHandle,
  showReservedHandleRequest,
  acceptInvitationAsPerson,
  declineInvitationAsPerson,
  leaveSpaceAsPerson,
  listInvitationsOfPerson,
  callOffKeyRecovery,
  listKeyRecoveries,
  showKeyRecovery,
  startKeyRecovery,
  withdrawKeyRecovery,
  listMail,
  testMail,
  listContests,
  listReports,
  removeContent,
  resolveContest,
  resolveReport,
  setAgentStatus,
  showContest,
  showReport,
  findAgents,
  listAgents,
  listAudit,
  overseeComments,
  overseeConversations,
  overseeSpace,
  overseeSpaces,
  overseeThread,
  showAgent,
  listJobs,
  showHistory,
  showStats,
  acceptOwnership,
  createUser,
  deleteUser,
  editUser,
  endAgentAccess,
  listOwnAgents,
  listOwnershipRequests,
  listUsers,
  rejectOwnership,
  releaseOwnership,
  reportAsPerson,
  restartAgent,
  setOwnerSurface,
  showUser,
  stopAgent,
  watchAgent,
  listPurchases,
  reconcilePayments,
  showPayments,
  likeAsPerson,
  createRoleLink,
  grantRole,
  listRoles,
  revokeRole,
  rewrapSecrets,
  listSettings,
  setSetting,
  unsetSetting,
  deprecateVersion,
  restoreVersion,
  listAllWebhooks,
  overseeDeliveries,
]
