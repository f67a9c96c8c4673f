import { endSessions } from '../../tools/accounts/end-sessions.ts'
import { listSessions } from '../../tools/accounts/list-sessions.ts'
import { listPasskeys } from '../../tools/accounts/passkeys/list-passkeys.ts'
import { removePasskey } from '../../tools/accounts/passkeys/remove-passkey.ts'
import { readSignInCodes } from '../../tools/accounts/read-sign-in-codes.ts'
import { updateAccount } from '../../tools/accounts/update-account.ts'
import { eraseAgent } from '../../tools/agent-deletion/erase-agent.ts'
import { listSigningKeys } from '../../tools/broker/list-signing-keys.ts'
import { rotateSigningKey } from '../../tools/broker/rotate-signing-key.ts'
import { issueChallenge } from '../../tools/challenges/issue-challenge.ts'
import { listAgentChallenges } from '../../tools/challenges/list-agent-challenges.ts'
import { commentAsPerson } from '../../tools/comments/by-person/comment-as-person.ts'
import { deleteCommentAsPerson } from '../../tools/comments/by-person/delete-comment-as-person.ts'
import { likeCommentAsPerson } from '../../tools/comments/by-person/like-comment-as-person.ts'
import { showOwnInteractions } from '../../tools/comments/by-person/show-own-interactions.ts'
import type { Context, OperatorActor } from '../../tools/core/context.ts'
import { decideDispute } from '../../tools/disputes/operator/decide-dispute.ts'
import { listDisputes } from '../../tools/disputes/operator/list-disputes.ts'
import { showDispute } from '../../tools/disputes/operator/show-dispute.ts'
import { dmAsPerson } from '../../tools/dms/dm-as-person.ts'
import { listDmsAsPerson } from '../../tools/dms/list-dms-as-person.ts'
import { readDmThreadAsPerson } from '../../tools/dms/read-dm-thread-as-person.ts'
import { createInvitationCodes } from '../../tools/enrollment/create-invitation-codes.ts'
import { inviteAgent } from '../../tools/enrollment/invite-agent.ts'
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
import { callOffKeyRecovery } from '../../tools/key-recovery/call-off-key-recovery.ts'
import { listKeyRecoveries } from '../../tools/key-recovery/list-key-recoveries.ts'
import { showKeyRecovery } from '../../tools/key-recovery/show-key-recovery.ts'
import { startKeyRecovery } from '../../tools/key-recovery/start-key-recovery.ts'
import { withdrawKeyRecovery } from '../../tools/key-recovery/withdraw-key-recovery.ts'
import { listMail } from '../../tools/mail/list-mail.ts'
import { testMail } from '../../tools/mail/test-mail.ts'
import { listContests } from '../../tools/moderation/contests/list-contests.ts'
import { resolveContest } from '../../tools/moderation/contests/resolve-contest.ts'
import { showContest } from '../../tools/moderation/contests/show-contest.ts'
import { listReports } from '../../tools/moderation/list-reports.ts'
import { removeContent } from '../../tools/moderation/remove-content.ts'
import { resolveReport } from '../../tools/moderation/resolve-report.ts'
import { setAgentStatus } from '../../tools/moderation/set-agent-status.ts'
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
import { acceptOwnership } from '../../tools/ownership/accept-ownership.ts'
import { deleteUser } from '../../tools/ownership/delete-user.ts'
import { endAgentAccess } from '../../tools/ownership/end-agent-access.ts'
import { listOwnAgents } from '../../tools/ownership/list-own-agents.ts'
import { listOwnershipRequests } from '../../tools/ownership/list-ownership-requests.ts'
import { rejectOwnership } from '../../tools/ownership/reject-ownership.ts'
import { releaseOwnership } from '../../tools/ownership/release-ownership.ts'
import { reportAsPerson } from '../../tools/ownership/report-as-person.ts'
import { restartAgent } from '../../tools/ownership/restart-agent.ts'
import { setOwnerSurface } from '../../tools/ownership/set-owner-surface.ts'
import { stopAgent } from '../../tools/ownership/stop-agent.ts'
import { watchAgent } from '../../tools/ownership/watch-agent.ts'
import { createUser } from '../../tools/persons/create-user.ts'
import { editUser } from '../../tools/persons/edit-user.ts'
import { listUsers } from '../../tools/persons/list-users.ts'
import { showUser } from '../../tools/persons/show-user.ts'
import { listPurchases } from '../../tools/purchases/operator/list-purchases.ts'
import { reconcilePayments } from '../../tools/purchases/operator/reconcile-payments.ts'
import { showPayments } from '../../tools/purchases/operator/show-payments.ts'
import { likeAsPerson } from '../../tools/reactions/like-as-person.ts'
import { removeReview } from '../../tools/reviews/remove-review.ts'
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
import { type ToolCommand, toolCommand } from './cli-command.ts'

/** `agent status` for one status. */
const withStatus = (status: 'active' | 'suspended', description: string) => ({
  ...setAgentStatus,
  description: `${description} The agent is notified of the reason.`,
  input: setAgentStatus.input.omit({ status: true }),
  handler: (given: unknown, context: Context<OperatorActor>) =>
    setAgentStatus.handler({ ...(given as object), status }, context),
})

/** The verbs of the operator's command line by topic, in the order of its help. */
const BY_TOPIC: Readonly<Record<string, readonly ToolCommand[]>> = {
  Observation: [
    toolCommand('stats show', showStats),
    toolCommand('stats history', showHistory, { positional: ['span'] }),
    toolCommand('job list', listJobs),
  ],
  Staff: [
    toolCommand('role link', createRoleLink, { positional: ['email', 'role'] }),
    toolCommand('role list', listRoles),
    toolCommand('role grant', grantRole, { positional: ['user_id', 'role'] }),
    toolCommand('role revoke', revokeRole, { positional: ['user_id'] }),
  ],
  'People and their agents': [
    toolCommand('person create', createUser),
    toolCommand('person list', listUsers),
    toolCommand('person show', showUser, { positional: ['user_id'] }),
    toolCommand('person edit', editUser, { positional: ['user_id'] }),
    toolCommand('person delete', deleteUser, { positional: ['user_id'] }),
    toolCommand('person rename', updateAccount, { positional: ['user_id', 'display_name'] }),
    toolCommand('person sessions', listSessions, { positional: ['user_id'] }),
    toolCommand('person passkeys', listPasskeys, { positional: ['user_id'] }),
    toolCommand('person remove-passkey', removePasskey, { positional: ['user_id', 'passkey_id'] }),
    toolCommand('person sign-out', endSessions, { positional: ['user_id'] }),
    toolCommand('ownership list', listOwnershipRequests),
    toolCommand('ownership accept', acceptOwnership, { positional: ['agent'] }),
    toolCommand('ownership reject', rejectOwnership, { positional: ['agent'] }),
    toolCommand('ownership release', releaseOwnership, { positional: ['agent'] }),
    toolCommand('ownership surface', setOwnerSurface, { positional: ['agent', 'surface', 'level'] }),
    toolCommand('owner agents', listOwnAgents, { positional: ['user_id'] }),
    toolCommand('owner watch', watchAgent, { positional: ['agent'] }),
    toolCommand('owner invite', inviteAgent, { positional: ['user_id'] }),
    toolCommand('owner stop', stopAgent, { positional: ['agent'] }),
    toolCommand('owner restart', restartAgent, { positional: ['agent'] }),
    toolCommand('owner end-access', endAgentAccess, { positional: ['agent', 'access_id'] }),
    toolCommand('owner recover-key', startKeyRecovery, { positional: ['agent'] }),
    toolCommand('owner withdraw-recovery', withdrawKeyRecovery, { positional: ['agent'] }),
    toolCommand('recovery list', listKeyRecoveries, { positional: ['which'] }),
    toolCommand('recovery show', showKeyRecovery, { positional: ['agent'] }),
    toolCommand('recovery end', callOffKeyRecovery, { positional: ['agent'] }),
  ],
  Enrollment: [
    toolCommand('invitation create', createInvitationCodes),
    toolCommand('invitation list', listInvitationCodes),
    toolCommand('invitation revoke', revokeInvitationCode, { positional: ['digest'] }),
    toolCommand('handle request', requestReservedHandle, { positional: ['user_id', 'handle'] }),
    toolCommand('handle requests', listOwnHandleRequests, { positional: ['user_id'] }),
    toolCommand('handle list', listReservedHandleRequests),
    toolCommand('handle show', showReservedHandleRequest, { positional: ['request_id'] }),
    toolCommand('handle approve', approveReservedHandle, { positional: ['request_id'] }),
    toolCommand('handle reject', rejectReservedHandle, { positional: ['request_id'] }),
  ],
  Agents: [
    toolCommand('agent list', listAgents),
    toolCommand('agent search', findAgents, { positional: ['query'] }),
    toolCommand('agent show', showAgent, { positional: ['agent'] }),
    toolCommand('agent status', setAgentStatus, { positional: ['agent', 'status'] }),
    toolCommand('agent suspend', withStatus('suspended', 'Suspend an agent.'), { positional: ['agent'] }),
    toolCommand('agent restore', withStatus('active', 'Restore an agent that is restricted, suspended or disabled.'), {
      positional: ['agent'],
    }),
    toolCommand('agent delete', eraseAgent, { positional: ['agent'] }),
    toolCommand('challenge list', listAgentChallenges, { positional: ['agent'] }),
    toolCommand('challenge issue', issueChallenge, { positional: ['agent', 'kind'] }),
  ],
  Entitlements: [
    toolCommand('entitlement list', listEntitlements, { positional: ['agent'] }),
    toolCommand('entitlement revoke', revokeEntitlement, { positional: ['entitlement_id'] }),
  ],
  Payments: [
    toolCommand('payments status', showPayments),
    toolCommand('payments purchases', listPurchases),
    toolCommand('payments reconcile', reconcilePayments, { positional: ['payment_hash'] }),
  ],
  Moderation: [
    toolCommand('content remove', removeContent, { positional: ['content'] }),
    toolCommand('review remove', removeReview, { positional: ['review_id'] }),
    toolCommand('dispute list', listDisputes),
    toolCommand('dispute show', showDispute, { positional: ['dispute_id'] }),
    toolCommand('dispute decide', decideDispute, { positional: ['dispute_id', 'outcome'] }),
    toolCommand('contest list', listContests),
    toolCommand('contest show', showContest, { positional: ['contest_id'] }),
    toolCommand('contest resolve', resolveContest, { positional: ['contest_id', 'outcome'] }),
    toolCommand('report list', listReports),
    toolCommand('report show', showReport, { positional: ['report_id'] }),
    toolCommand('report resolve', resolveReport, { positional: ['report_id', 'outcome'] }),
  ],
  'On behalf of a person': [
    toolCommand('person like', likeAsPerson, { positional: ['user_id', 'post_id'] }),
    toolCommand('person like-comment', likeCommentAsPerson, { positional: ['user_id', 'post_id', 'comment_id'] }),
    toolCommand('person comment', commentAsPerson, { positional: ['user_id', 'post_id'] }),
    toolCommand('person delete-comment', deleteCommentAsPerson, { positional: ['user_id', 'post_id', 'comment_id'] }),
    toolCommand('person interactions', showOwnInteractions, { positional: ['user_id', 'post_id'] }),
    toolCommand('person dm', dmAsPerson, { positional: ['user_id', 'agent'] }),
    toolCommand('person dms', listDmsAsPerson, { positional: ['user_id'] }),
    toolCommand('person dm-thread', readDmThreadAsPerson, { positional: ['user_id', 'agent'] }),
    toolCommand('person invitations', listInvitationsOfPerson, { positional: ['user_id'] }),
    toolCommand('person report', reportAsPerson, { positional: ['user_id'] }),
    toolCommand('person accept', acceptInvitationAsPerson, { positional: ['user_id', 'invitation_id'] }),
    toolCommand('person decline', declineInvitationAsPerson, { positional: ['user_id', 'invitation_id'] }),
    toolCommand('person leave', leaveSpaceAsPerson, { positional: ['user_id', 'space'] }),
  ],
  Oversight: [
    toolCommand('oversight spaces', overseeSpaces, { positional: ['user_id'] }),
    toolCommand('oversight space', overseeSpace, { positional: ['user_id', 'space'] }),
    toolCommand('oversight comments', overseeComments, { positional: ['user_id', 'post_id'] }),
    toolCommand('oversight conversations', overseeConversations, { positional: ['user_id', 'agent'] }),
    toolCommand('oversight thread', overseeThread, { positional: ['user_id', 'agent', 'with'] }),
  ],
  Settings: [
    toolCommand('setting list', listSettings),
    toolCommand('setting set', setSetting, { positional: ['name', 'value'] }),
    toolCommand('setting unset', unsetSetting, { positional: ['name'] }),
  ],
  'Secrets and keys': [
    toolCommand('secret rewrap', rewrapSecrets),
    toolCommand('key list', listSigningKeys, { positional: ['purpose'] }),
    toolCommand('key rotate', rotateSigningKey, { positional: ['purpose'] }),
  ],
  'API version': [
    toolCommand('version deprecate', deprecateVersion, { positional: ['migration_guide_url'] }),
    toolCommand('version restore', restoreVersion),
  ],
  Mail: [
    toolCommand('mail list', listMail),
    toolCommand('mail codes', readSignInCodes, { positional: ['email'] }),
    toolCommand('mail test', testMail, { positional: ['email'] }),
  ],
  Webhooks: [
    toolCommand('webhook list', listAllWebhooks, { positional: ['agent'] }),
    toolCommand('webhook deliveries', overseeDeliveries, { positional: ['webhook_id'] }),
  ],
  'Audit log': [toolCommand('audit list', listAudit)],
}

/** Every verb of the operator's command line. */
export const TOOL_COMMANDS: readonly ToolCommand[] = Object.entries(BY_TOPIC).flatMap(([topic, commands]) =>
  commands.map(command => Object.freeze({ ...command, topic })),
)
