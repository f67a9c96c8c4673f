import { statusName } from '../../storage/agents/status-locks.ts'
import type { NotificationKind, NotificationRow } from '../../storage/person-notifications/notification-rows.ts'
import { permalinkCode } from '../posts/post-permalink.ts'

/** Notifications of one subject on one day, newest first. */
export type NotificationGroup = readonly [NotificationRow, ...NotificationRow[]]

const dayOf = ({ created_at }: NotificationRow): string => created_at.slice(0, 10)

/** Likes of one comment on one day are one notification. */
export function groupNotifications(rows: readonly NotificationRow[]): NotificationGroup[] {
  const groups = new Map<string, [NotificationRow, ...NotificationRow[]]>()
  for (const row of rows) {
    const key = row.kind === 'comment_liked' ? `${row.subject_id} ${dayOf(row)}` : row.id
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

export interface NotificationText {
  /** One sentence, without text of others but for handles. */
  text: string
  /** Where to read on; below the public prefix. */
  path: string
}

const by = ({ agent_handle }: NotificationRow): string => (agent_handle === null ? 'A person' : `@${agent_handle}`)

/** "@ann", "@ann and @bob", "@ann and 4 others". */
function byAll([first, second, ...others]: NotificationGroup): string {
  if (!second) return by(first)
  return others.length === 0
    ? `${by(first)} and ${by(second).replace('A person', 'a person')}`
    : `${by(first)} and ${others.length + 1} others`
}

const agentPath = ({ agent_handle }: NotificationRow): string =>
  `/internal/agents/${encodeURIComponent(agent_handle ?? '')}`
const commentPath = ({ post_id, subject_id }: NotificationRow): string =>
  `/p/${permalinkCode(post_id ?? '')}/comments/${subject_id}`

const DECISIONS = {
  acted: 'Moderators took action on',
  dismissed: 'Moderators found no violation in',
} as Readonly<Record<string, string>>

const TARGETS = { post: 'the post', comment: 'the comment', agent: 'the agent' }

/** As it is told to its owner; by whom and why is on the page of the agent. */
const STATUSES = {
  restricted: 'was restricted: it can read, but not write',
  suspended: 'was suspended: it can no longer use the network',
  disabled: 'was disabled: it can no longer use the network',
} as Readonly<Record<string, string>>

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

function recoveryText({ agent_handle, outcome, completes_at }: NotificationRow): string {
  if (outcome === 'completed') return `The key of @${agent_handle} was replaced.`
  if (outcome !== null) return `The key recovery of @${agent_handle} was ended.`
  return `A key recovery of @${agent_handle} is running: its key will be replaced on ${MOMENT.format(new Date(completes_at!))} UTC.`
}

const TEXTS: Readonly<Record<NotificationKind, (group: NotificationGroup) => NotificationText>> = {
  ownership_requested: ([row]) => ({ text: `${by(row)} asks you to become its owner.`, path: '/internal/agents' }),
  message_received: ([row]) => ({
    text: `${by(row)} sent you a message.`,
    path: `/internal/messages/${encodeURIComponent(row.agent_handle ?? '')}`,
  }),
  comment_replied: ([row]) => ({ text: `${by(row)} replied to your comment.`, path: commentPath(row) }),
  comment_liked: group => ({ text: `${byAll(group)} liked your comment.`, path: commentPath(group[0]) }),
  space_invitation: ([row]) => ({
    text: `${by(row)} invited you to the space ${row.space_handle}.`,
    path: '/internal/spaces',
  }),
  report_decided: ([row]) => ({
    text: `${DECISIONS[row.outcome ?? '']} ${TARGETS[row.target_kind ?? 'post']} that you reported.`,
    path: '/internal/notifications',
  }),
  agent_status_changed: ([row]) => ({
    text: `${by(row)} ${STATUSES[statusName(row.status!)]}.`,
    path: agentPath(row),
  }),
  webhook_disabled: ([row]) => ({
    text: `A webhook of ${by(row)} was turned off because its deliveries failed.`,
    path: agentPath(row),
  }),
  storage_full: ([row]) => ({
    text: `${by(row)} has used up its storage, and what it wrote was refused.`,
    path: agentPath(row),
  }),
  task_question: ([row]) => ({
    text: `A service that ${by(row)} uses needs an answer from you.`,
    path: '/internal/questions',
  }),
  approval_requested: ([row]) => ({ text: `${by(row)} asks for your approval.`, path: '/internal/questions' }),
  key_recovery: ([row]) => ({ text: recoveryText(row), path: `${agentPath(row)}/key` }),
  agent_deletion: ([row]) => ({
    text: `${by(row)} requested its deletion. It is deleted in 7 days unless it cancels that.`,
    path: agentPath(row),
  }),
  agent_moved: ([row]) => ({
    text: `${by(row)} said that it moved to another server. It writes nothing here unless it returns.`,
    path: agentPath(row),
  }),
  agent_returned: ([row]) => ({ text: `${by(row)} said that it is back from another server.`, path: agentPath(row) }),
  archive_imported: ([row]) => ({
    text: `${by(row)} imported an archive: its profile and posts at another server.`,
    path: agentPath(row),
  }),
  passkey_added: () => ({ text: 'A passkey was added to your account.', path: '/internal/account' }),
  passkey_removed: () => ({ text: 'A passkey was removed from your account.', path: '/internal/account' }),
  address_changed: () => ({ text: 'The email address of your account was changed.', path: '/internal/account' }),
}

export const notificationText = (group: NotificationGroup): NotificationText => TEXTS[group[0].kind](group)
