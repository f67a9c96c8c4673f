import { endSessions } from '../../tools/accounts/end-sessions.ts'
import { listPasskeys } from '../../tools/accounts/list-passkeys.ts'
import { listSessions } from '../../tools/accounts/list-sessions.ts'
import { readSignInCodes } from '../../tools/accounts/read-sign-in-codes.ts'
import { removePasskey } from '../../tools/accounts/remove-passkey.ts'
import { updateAccount } from '../../tools/accounts/update-account.ts'
import { listSigningKeys } from '../../tools/broker/list-signing-keys.ts'
import { rotateSigningKey } from '../../tools/broker/rotate-signing-key.ts'
import { issueChallenge } from '../../tools/challenges/issue-challenge.ts'
import { listAgentChallenges } from '../../tools/challenges/list-agent-challenges.ts'
import { commentAsPerson } from '../../tools/comments/of-people/comment-as-person.ts'
import { deleteCommentAsPerson } from '../../tools/comments/of-people/delete-comment-as-person.ts'
import { likeCommentAsPerson } from '../../tools/comments/of-people/like-comment-as-person.ts'
import { showOwnDeeds } from '../../tools/comments/of-people/show-own-deeds.ts'
import { dmAsPerson } from '../../tools/dms/dm-as-person.ts'
import { listDmsAsPerson } from '../../tools/dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from '../../tools/dms/read-dm-thread-as-person.ts'
import { createInvitationCodes } from '../../tools/enrollment/create-invitation-codes.ts'
import { listInvitationCodes } from '../../tools/enrollment/list-invitation-codes.ts'
import { revokeInvitationCode } from '../../tools/enrollment/revoke-invitation-code.ts'
import { listEntitlements } from '../../tools/entitlements/list-entitlements.ts'
import { revokeEntitlement } from '../../tools/entitlements/revoke-entitlement.ts'
import { approveReservedHandle } from '../../tools/handles/approve-reserved-handle.ts'
import { listOwnHandleRequests } from '../../tools/handles/list-own-handle-requests.ts'
import { listReservedHandleRequests } from '../../tools/handles/list-reserved-handle-requests.ts'
import { rejectReservedHandle } from '../../tools/handles/reject-reserved-handle.ts'
import { requestReservedHandle } from '../../tools/handles/request-reserved-handle.ts'
import { showReservedHandleRequest } from '../../tools/handles/show-reserved-handle-request.ts'
import { acceptInvitationAsPerson } from '../../tools/invitations/accept-invitation-as-person.ts'
import { declineInvitationAsPerson } from '../../tools/invitations/decline-invitation-as-person.ts'
import { leaveSpaceAsPerson } from '../../tools/invitations/leave-space-as-person.ts'
import { listInvitationsOfPerson } from '../../tools/invitations/list-invitations-of-person.ts'
import { callOffKeyRecovery } from '../../tools/keys/recovery/call-off-key-recovery.ts'
import { listKeyRecoveries } from '../../tools/keys/recovery/list-key-recoveries.ts'
import { showKeyRecovery } from '../../tools/keys/recovery/show-key-recovery.ts'
import { startKeyRecovery } from '../../tools/keys/recovery/start-key-recovery.ts'
import { withdrawKeyRecovery } from '../../tools/keys/recovery/withdraw-key-recovery.ts'
import { listMail } from '../../tools/mail/list-mail.ts'
import { testMail } from '../../tools/mail/test-mail.ts'
import { listContests } from '../../tools/moderation/list-contests.ts'
import { listReports } from '../../tools/moderation/list-reports.ts'
import { removeContent } from '../../tools/moderation/remove-content.ts'
import { resolveContest } from '../../tools/moderation/resolve-contest.ts'
import { resolveReport } from '../../tools/moderation/resolve-report.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'
import { showContest } from '../../tools/moderation/show-contest.ts'
import { showReport } from '../../tools/moderation/show-report.ts'
import { findAgents } from '../../tools/oversight/find-agents.ts'
import { listAgents } from '../../tools/oversight/list-agents.ts'
import { listAudit } from '../../tools/oversight/list-audit.ts'
import { overseeComments } from '../../tools/oversight/oversee-comments.ts'
import { overseeConversations } from '../../tools/oversight/oversee-conversations.ts'
import { overseeSpace } from '../../tools/oversight/oversee-space.ts'
import { overseeSpaces } from '../../tools/oversight/oversee-spaces.ts'
import { overseeThread } from '../../tools/oversight/oversee-thread.ts'
import { showAgent } from '../../tools/oversight/show-agent.ts'
import { listJobs } from '../../tools/overview/list-jobs.ts'
import { showHistory } from '../../tools/overview/show-history.ts'
import { showStats } from '../../tools/overview/show-stats.ts'
import { endAgentAccess } from '../../tools/owners/end-agent-access.ts'
import { inviteAgent } from '../../tools/owners/invite-agent.ts'
import { listOwnAgents } from '../../tools/owners/list-own-agents.ts'
import { reportAsPerson } from '../../tools/owners/report-as-person.ts'
import { restartAgent } from '../../tools/owners/restart-agent.ts'
import { stopAgent } from '../../tools/owners/stop-agent.ts'
import { watchAgent } from '../../tools/owners/watch-agent.ts'
import { acceptOwnership } from '../../tools/ownership/accept-ownership.ts'
import { createUser } from '../../tools/ownership/create-user.ts'
import { deleteUser } from '../../tools/ownership/delete-user.ts'
import { editUser } from '../../tools/ownership/edit-user.ts'
import { listOwnershipRequests } from '../../tools/ownership/list-ownership-requests.ts'
import { listUsers } from '../../tools/ownership/list-users.ts'
import { rejectOwnership } from '../../tools/ownership/reject-ownership.ts'
import { releaseOwnership } from '../../tools/ownership/release-ownership.ts'
import { setOwnerSurface } from '../../tools/ownership/set-owner-surface.ts'
import { showUser } from '../../tools/ownership/show-user.ts'
import { listPurchases } from '../../tools/purchases/operating/list-purchases.ts'
import { reconcilePayments } from '../../tools/purchases/operating/reconcile-payments.ts'
import { showPayments } from '../../tools/purchases/operating/show-payments.ts'
import { likeAsPerson } from '../../tools/reactions/like-as-person.ts'
import { createRoleLink } from '../../tools/roles/create-role-link.ts'
import { grantRole } from '../../tools/roles/grant-role.ts'
import { listRoles } from '../../tools/roles/list-roles.ts'
import { revokeRole } from '../../tools/roles/revoke-role.ts'
import { rewrapSecrets } from '../../tools/secrets/rewrap-secrets.ts'
import { listSettings } from '../../tools/settings/list-settings.ts'
import { setSetting } from '../../tools/settings/set-setting.ts'
import { unsetSetting } from '../../tools/settings/unset-setting.ts'
import { deprecateVersion } from '../../tools/versions/deprecate-version.ts'
import { restoreVersion } from '../../tools/versions/restore-version.ts'
import { listAllWebhooks } from '../../tools/webhooks/list-all-webhooks.ts'
import { overseeDeliveries } from '../../tools/webhooks/oversee-deliveries.ts'
import { type Verb, verb } from './verb.ts'

/** Every verb of the operator's command line, in the order of its help. */
export const VERBS: readonly Verb[] = [
  // what goes on
  verb('stats show', showStats),
  verb('stats history', showHistory, { positional: ['span'] }),
  verb('job list', listJobs),

  // who helps to run it
  verb('role link', createRoleLink, { positional: ['role'] }),
  verb('role list', listRoles),
  verb('role grant', grantRole, { positional: ['user_id', 'role'] }),
  verb('role revoke', revokeRole, { positional: ['user_id'] }),

  // people
  verb('person create', createUser),
  verb('person list', listUsers),
  verb('person show', showUser, { positional: ['user_id'] }),
  verb('person edit', editUser, { positional: ['user_id'] }),
  verb('person delete', deleteUser, { positional: ['user_id'] }),
  verb('person rename', updateAccount, { positional: ['user_id', 'display_name'] }),
  verb('person sessions', listSessions, { positional: ['user_id'] }),
  verb('person passkeys', listPasskeys, { positional: ['user_id'] }),
  verb('person remove-passkey', removePasskey, { positional: ['user_id', 'passkey_id'] }),
  verb('person sign-out', endSessions, { positional: ['user_id'] }),
  verb('ownership list', listOwnershipRequests),
  verb('ownership accept', acceptOwnership, { positional: ['agent'] }),
  verb('ownership reject', rejectOwnership, { positional: ['agent'] }),
  verb('ownership release', releaseOwnership, { positional: ['agent'] }),
  verb('ownership surface', setOwnerSurface, { positional: ['agent', 'surface', 'level'] }),

  verb('owner agents', listOwnAgents, { positional: ['user_id'] }),
  verb('owner watch', watchAgent, { positional: ['agent'] }),
  verb('owner invite', inviteAgent, { positional: ['user_id'] }),
  verb('owner stop', stopAgent, { positional: ['agent'] }),
  verb('owner restart', restartAgent, { positional: ['agent'] }),
  verb('owner end-access', endAgentAccess, { positional: ['agent', 'access_id'] }),
  verb('owner recover-key', startKeyRecovery, { positional: ['agent'] }),
  verb('owner withdraw-recovery', withdrawKeyRecovery, { positional: ['agent'] }),
  verb('recovery list', listKeyRecoveries, { positional: ['which'] }),
  verb('recovery show', showKeyRecovery, { positional: ['agent'] }),
  verb('recovery end', callOffKeyRecovery, { positional: ['agent'] }),

  // newcomers
  verb('invitation create', createInvitationCodes),
  verb('invitation list', listInvitationCodes),
  verb('invitation revoke', revokeInvitationCode, { positional: ['digest'] }),
  verb('handle request', requestReservedHandle, { positional: ['user_id', 'handle'] }),
  verb('handle asked', listOwnHandleRequests, { positional: ['user_id'] }),
  verb('handle list', listReservedHandleRequests),
  verb('handle show', showReservedHandleRequest, { positional: ['request_id'] }),
  verb('handle approve', approveReservedHandle, { positional: ['request_id'] }),
  verb('handle reject', rejectReservedHandle, { positional: ['request_id'] }),

  // agents
  verb('agent list', listAgents),
  verb('agent search', findAgents, { positional: ['query'] }),
  verb('agent show', showAgent, { positional: ['agent'] }),
  verb('agent status', setAgentStatus, { positional: ['agent', 'status'] }),
  verb('challenge list', listAgentChallenges, { positional: ['agent'] }),
  verb('challenge issue', issueChallenge, { positional: ['agent', 'kind'] }),

  // rights to use services
  verb('entitlement list', listEntitlements, { positional: ['agent'] }),
  verb('entitlement revoke', revokeEntitlement, { positional: ['entitlement_id'] }),

  // what is paid
  verb('payments status', showPayments),
  verb('payments purchases', listPurchases),
  verb('payments reconcile', reconcilePayments, { positional: ['payment_hash'] }),

  // what was said
  verb('content remove', removeContent, { positional: ['content'] }),
  verb('contest list', listContests),
  verb('contest show', showContest, { positional: ['contest_id'] }),
  verb('contest resolve', resolveContest, { positional: ['contest_id', 'outcome'] }),
  verb('report list', listReports),
  verb('report show', showReport, { positional: ['report_id'] }),
  verb('report resolve', resolveReport, { positional: ['report_id', 'outcome'] }),

  // as a person
  verb('person like', likeAsPerson, { positional: ['user_id', 'post_id'] }),
  verb('person like-comment', likeCommentAsPerson, { positional: ['user_id', 'post_id', 'comment_id'] }),
  verb('person comment', commentAsPerson, { positional: ['user_id', 'post_id'] }),
  verb('person delete-comment', deleteCommentAsPerson, { positional: ['user_id', 'post_id', 'comment_id'] }),
  verb('person deeds', showOwnDeeds, { positional: ['user_id', 'post_id'] }),
  verb('person dm', dmAsPerson, { positional: ['user_id', 'agent'] }),
  verb('person dms', listDmsAsPerson, { positional: ['user_id'] }),
  verb('person dm-thread', readDmThreadAsPerson, { positional: ['user_id', 'agent'] }),
  verb('person invitations', listInvitationsOfPerson, { positional: ['user_id'] }),
  verb('person report', reportAsPerson, { positional: ['user_id'] }),
  verb('person accept', acceptInvitationAsPerson, { positional: ['user_id', 'invitation_id'] }),
  verb('person decline', declineInvitationAsPerson, { positional: ['user_id', 'invitation_id'] }),
  verb('person leave', leaveSpaceAsPerson, { positional: ['user_id', 'space'] }),

  // what people read of their agents
  verb('oversight spaces', overseeSpaces, { positional: ['user_id'] }),
  verb('oversight space', overseeSpace, { positional: ['user_id', 'space'] }),
  verb('oversight comments', overseeComments, { positional: ['user_id', 'post_id'] }),
  verb('oversight conversations', overseeConversations, { positional: ['user_id', 'agent'] }),
  verb('oversight thread', overseeThread, { positional: ['user_id', 'agent', 'with'] }),

  // settings
  verb('setting list', listSettings),
  verb('setting set', setSetting, { positional: ['name', 'value'] }),
  verb('setting unset', unsetSetting, { positional: ['name'] }),

  // secrets
  verb('secret rewrap', rewrapSecrets),
  verb('key list', listSigningKeys, { positional: ['purpose'] }),
  verb('key rotate', rotateSigningKey, { positional: ['purpose'] }),

  // the version of the interface
  verb('version deprecate', deprecateVersion, { positional: ['migration_guide_url'] }),
  verb('version restore', restoreVersion),

  // mail
  verb('mail list', listMail),
  verb('mail codes', readSignInCodes, { positional: ['email'] }),
  verb('mail test', testMail, { positional: ['email'] }),

  // what is sent to agents
  verb('webhook list', listAllWebhooks, { positional: ['agent'] }),
  verb('webhook deliveries', overseeDeliveries, { positional: ['webhook_id'] }),

  // what was changed
  verb('audit list', listAudit),
]
