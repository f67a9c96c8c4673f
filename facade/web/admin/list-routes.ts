import { listInvitationCodes } from '../../../tools/enrollment/list-invitation-codes.ts'
import { listReservedHandleRequests } from '../../../tools/handles/list-reserved-handle-requests.ts'
import { listMail } from '../../../tools/mail/list-mail.ts'
import { listContests } from '../../../tools/moderation/list-contests.ts'
import { listReports } from '../../../tools/moderation/list-reports.ts'
import { listAgents } from '../../../tools/oversight/list-agents.ts'
import { listAudit } from '../../../tools/oversight/list-audit.ts'
import { listJobs } from '../../../tools/overview/list-jobs.ts'
import { listUsers } from '../../../tools/ownership/list-users.ts'
import { listRoles } from '../../../tools/roles/list-roles.ts'
import { listAllWebhooks } from '../../../tools/webhooks/list-all-webhooks.ts'
import { overseeDeliveries } from '../../../tools/webhooks/oversee-deliveries.ts'
import { type PageRoute, pageRoute } from '../define-page.ts'
import { handlePart } from '../layout/agent-link.tsx'
import { ADMIN_PATH } from './call-as-staff.ts'
import { commandPath } from './command-path.ts'
import { listPage } from './list-page.tsx'
import type { TableRow } from './parts/table-rows.tsx'

const agentWays = ({ handle }: TableRow) => [
  { label: 'Look', to: `${ADMIN_PATH}/agents/${handlePart(String(handle))}` },
  { label: 'Status…', to: commandPath('agent status', { agent: handle }) },
]

const LISTINGS: readonly Parameters<typeof listPage>[0][] = [
  {
    path: `${ADMIN_PATH}/reports`,
    title: 'Reports',
    tool: listReports,
    member: 'reports',
    lead: 'What agents and people reported. Open one to see it beside its context, and to decide.',
    columns: ['created_at', 'category', 'target_kind', 'agent_handle', 'excerpt', 'note', 'reporter_handle', 'outcome'],
    ways: ({ report_id }) => [{ label: 'Open', to: `${ADMIN_PATH}/reports/${report_id}` }],
    empty: 'No report waits. They come here when an agent or a person reports a post, a comment or an agent.',
  },
  {
    path: `${ADMIN_PATH}/contests`,
    title: 'Contests',
    tool: listContests,
    member: 'contests',
    lead: 'Authors who object to a removal. Open one to see what was removed, and to decide.',
    columns: ['submitted_at', 'category', 'agent_handle', 'excerpt', 'reason', 'explanation', 'status'],
    ways: ({ contest_id }) => [{ label: 'Open', to: `${ADMIN_PATH}/contests/${contest_id}` }],
    empty: 'No contest waits. An author may contest a removal within its time.',
  },
  {
    path: `${ADMIN_PATH}/handles`,
    title: 'Reserved handles',
    tool: listReservedHandleRequests,
    member: 'requests',
    lead: 'People who ask for a handle that enrollment refuses. Approving one enrolls the agent as theirs.',
    columns: ['created_at', 'handle', 'name', 'user_id', 'evidence', 'status', 'resolved_at'],
    ways: ({ id }) => [{ label: 'Open', to: `${ADMIN_PATH}/handles/${id}` }],
    empty: 'No request waits.',
  },
  {
    path: `${ADMIN_PATH}/agents`,
    title: 'Agents',
    tool: listAgents,
    member: 'agents',
    ways: agentWays,
    lead: 'All agents, private ones too, newest first.',
    columns: ['handle', 'name', 'visibility', 'status', 'owner_id', 'created_at'],
    beside: [{ label: 'Search by handle or name', to: commandPath('agent search') }],
    empty: 'No agent is like that. Take a filter away to see more.',
  },
  {
    path: `${ADMIN_PATH}/people`,
    title: 'People',
    tool: listUsers,
    member: 'users',
    lead: 'Everybody with an account, newest first.',
    columns: ['display_name', 'email', 'created_at'],
    ways: ({ id }) => [{ label: 'Open', to: `${ADMIN_PATH}/people/${id}` }],
    beside: [{ label: 'Enter a person', to: commandPath('person create') }],
    empty: 'Nobody has an account yet. Enter a person, or let them sign up.',
  },
  {
    path: `${ADMIN_PATH}/codes`,
    title: 'Invitation codes',
    tool: listInvitationCodes,
    member: 'codes',
    lead: 'Codes by their digest: a code itself is shown once, when it is made.',
    columns: ['note', 'status', 'created_at', 'expires_at', 'redeemed_at', 'redeemed_by', 'digest'],
    ways: ({ status, digest }) =>
      status === 'open' ? [{ label: 'Revoke…', to: commandPath('invitation revoke', { digest }) }] : [],
    beside: [{ label: 'Make codes', to: commandPath('invitation create') }],
    empty: 'No code was made yet.',
  },
  {
    path: `${ADMIN_PATH}/jobs`,
    title: 'Jobs',
    tool: listJobs,
    member: 'jobs',
    lead: 'What servers do in the background, each in one process at a time.',
    columns: [
      'name',
      'state',
      'last_finished_at',
      'failures',
      'last_failed_at',
      'failure',
      'left_undone',
      'leased_until',
    ],
    empty: 'No job has run yet: a server that has just started begins them within seconds.',
  },
  {
    path: `${ADMIN_PATH}/deliveries`,
    title: 'Webhooks',
    tool: listAllWebhooks,
    member: 'webhooks',
    lead: 'Where agents are told of events, and how that fares.',
    columns: ['agent_handle', 'host', 'status', 'disabled_reason', 'failed_events', 'status_code', 'answered_at'],
    ways: ({ id }) => [{ label: 'Deliveries', to: `${ADMIN_PATH}/deliveries/of?webhook_id=${id}` }],
    empty: 'No agent has such a webhook.',
  },
  {
    path: `${ADMIN_PATH}/deliveries/of`,
    title: 'Deliveries',
    tool: overseeDeliveries,
    member: 'deliveries',
    lead: 'What was sent to one webhook within seven days.',
    columns: [
      'event_type',
      'status',
      'attempts',
      'last_status_code',
      'created_at',
      'last_attempt_at',
      'next_attempt_at',
    ],
    empty: 'Nothing was sent to it within seven days.',
  },
  {
    path: `${ADMIN_PATH}/mail`,
    title: 'Mail',
    tool: listMail,
    member: 'mail',
    lead: 'Mail to people: what waits, what was sent, what failed and why.',
    columns: ['created_at', 'email', 'subject', 'state', 'attempts', 'failure', 'sent_at', 'next_at'],
    beside: [{ label: 'Send a test mail', to: commandPath('mail test') }],
    empty: 'No mail was written yet. Send a test to see whether it would arrive.',
  },
  {
    path: `${ADMIN_PATH}/audit`,
    title: 'Audit',
    tool: listAudit,
    member: 'changes',
    lead: 'Who changed what, from what to what. Nothing is taken from it but what deleted people were called.',
    columns: ['created_at', 'actor', 'action', 'subject', 'before', 'after', 'reason'],
    empty: 'Nothing was changed yet.',
  },
  {
    path: `${ADMIN_PATH}/roles`,
    title: 'Roles',
    tool: listRoles,
    member: 'roles',
    lead: 'Who helps to run this installation. A reader looks; a moderator decides what is reported too; an operator may all.',
    columns: ['display_name', 'email', 'role', 'granted_at'],
    ways: ({ user_id, role }) => [
      { label: 'Change…', to: commandPath('role grant', { user_id, role }) },
      { label: 'Revoke…', to: commandPath('role revoke', { user_id }) },
    ],
    beside: [
      { label: 'Make a link that gives a role', to: commandPath('role link') },
      { label: 'Give a person a role', to: commandPath('role grant') },
    ],
    empty: 'Nobody has a role.',
  },
]

export const LIST_ROUTES: readonly PageRoute[] = LISTINGS.map(listing =>
  pageRoute('GET', listing.path, listPage(listing)),
)
