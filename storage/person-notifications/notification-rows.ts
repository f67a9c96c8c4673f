import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { RETENTION } from '../jobs/retention-periods.ts'
import { queuePushMessages } from './push-messages.ts'

/** What people are notified of, by kind, with the topic that its delivery is set for. */
export const NOTIFICATION_KINDS = {
  ownership_requested: 'ownership',
  message_received: 'messages',
  comment_replied: 'comments',
  comment_liked: 'comments',
  space_invitation: 'invitations',
  report_decided: 'reports',
  agent_status_changed: 'agents',
  webhook_disabled: 'agents',
  storage_full: 'agents',
  task_question: 'questions',
  approval_requested: 'questions',
  key_recovery: 'security',
  agent_deletion: 'security',
  agent_moved: 'security',
  agent_returned: 'security',
  archive_imported: 'security',
  passkey_added: 'security',
  passkey_removed: 'security',
  address_changed: 'security',
} as const

export type NotificationKind = keyof typeof NOTIFICATION_KINDS
export type NotificationTopic = (typeof NOTIFICATION_KINDS)[NotificationKind]

export interface NewNotification {
  /** A UUIDv7. */
  id: string
  person_id: string
  kind: NotificationKind
  subject_id: string
  /** Who caused it, or the agent that it is about; by default the person. */
  actor_id?: string
  created_at: Date
  /** `false`: its mail is queued by other means, and it is pushed without a choice. */
  isMailed?: boolean
}

const DAYS = RETENTION.person_notifications.ms / 86_400_000

/** SQL for the columns of new rows, and for their values after the first six. */
export const NOTIFICATION_COLUMNS =
  'id, person_id, kind, topic, subject_id, actor_id, created_at, expires_at, unread, mail'
export const newNotificationTimes = (createdAt: string): string =>
  `${createdAt}, ${createdAt} + interval '${DAYS} days', true, 'due'`

/** A repeated notification of the same subject is new again, but mailed at once only when read. Some do not repeat. */
export const RENEWED = `on conflict (person_id, kind, subject_id, actor_id) do update set id = excluded.id,
  created_at = excluded.created_at, expires_at = excluded.expires_at, unread = true,
  mail = case when n.mail = 'sent' then n.mail else excluded.mail end
  where n.kind not in ('comment_liked', 'storage_full')`

/**
 * SQL that a person is not being deleted, and is not before the transaction ends. It never waits, since a deletion waits
 * for what notifies; a person whose account is changed at this moment is not notified.
 */
export const heldPerson = (person: string): string =>
  `(select p.id from person p where p.id = ${person} for key share skip locked)`

/** Notifies a person, in the transaction of what they are notified of. */
export async function putNotification(
  db: Queryable,
  { id, person_id, kind, subject_id, actor_id = person_id, created_at, isMailed = true }: NewNotification,
): Promise<void> {
  const expires_at = new Date(created_at.getTime() + RETENTION.person_notifications.ms)
  const mail = isMailed ? 'due' : null
  await db.many(
    SQL`insert into person_notification as n (`
      .append(NOTIFICATION_COLUMNS)
      .append(SQL`)
      select ${id}::uuid, p.id, ${kind}, ${NOTIFICATION_KINDS[kind]}, ${subject_id}::uuid, ${actor_id}::uuid,
        ${created_at}::timestamptz, ${expires_at}::timestamptz, true, ${mail}
      from (select ${person_id}::uuid as id) w cross join lateral `)
      .append(`${heldPerson('w.id')} p ${RENEWED}`),
  )
  if (!isMailed) await queuePushMessages(db, { id, person_id, now: created_at })
}

/** Notifies the owner of an agent, if it has one. */
export async function putOwnerNotification(
  db: Queryable,
  { agent_id, ...notification }: Omit<NewNotification, 'person_id' | 'actor_id'> & { agent_id: string },
): Promise<void> {
  const owner = await db.maybeOne<{ owner_id: string | null }>(SQL`select owner_id from agent where id = ${agent_id}`)
  if (!owner?.owner_id) return
  await putNotification(db, { ...notification, person_id: owner.owner_id, actor_id: agent_id })
}

/** Maximum number of unread notifications that are counted, and of those that are looked at: some may be hidden. */
export const COUNTED_NOTIFICATIONS = 100
const EXAMINED_NOTIFICATIONS = 500

/** Likes of one comment on one day are one, as in the list. */
export async function countUnreadNotifications(db: Queryable, personId: string): Promise<number> {
  const { count } = await db.one<{ count: number }>(SQL`
    select count(distinct (n.kind, n.subject_id, (n.created_at at time zone 'UTC')::date))::int as count from (
      select n.kind, n.subject_id, n.created_at from notifications_visible_to(${personId}) n where n.unread
        and n.id > coalesce((
          select o.id from person_notification o where o.person_id = ${personId} and o.unread
          order by o.id desc offset ${EXAMINED_NOTIFICATIONS} limit 1), '00000000-0000-0000-0000-000000000000')
      limit ${COUNTED_NOTIFICATIONS}) n`)
  return count
}

/** Which notifications are read: those up to a position, of all subjects or of one. */
export interface ReadNotifications {
  through: string
  subject?: { kind: NotificationKind; subject_id: string }
}

/** Marks notifications of a person as read; what is read is not mailed. */
export async function setNotificationsRead(
  db: Queryable,
  personId: string,
  { through, subject }: ReadNotifications,
): Promise<void> {
  const ofSubject = subject ? SQL`n.kind = ${subject.kind} and n.subject_id = ${subject.subject_id}` : SQL`true`
  await db.many(
    SQL`
    with held as materialized (
      select n.kind, n.subject_id, n.actor_id from person_notification n
      where n.person_id = ${personId} and n.unread and n.id <= ${through} and `
      .append(ofSubject)
      .append(SQL` order by n.kind, n.subject_id, n.actor_id for no key update
    )
    update person_notification n set unread = false, mail = null from held h
    where n.person_id = ${personId} and n.kind = h.kind and n.subject_id = h.subject_id and n.actor_id = h.actor_id`),
  )
}

export interface NotificationRow {
  /** The position in the list. */
  id: string
  kind: NotificationKind
  subject_id: string
  created_at: string
  unread: boolean
  /** Who caused it, or the agent that it is about; `null` for a person. */
  agent_handle: string | null
  space_handle: string | null
  /** Of a comment. */
  post_id: string | null
  /** Of a report. */
  target_kind: 'post' | 'comment' | 'agent' | null
  /** Of a report, or of a key recovery, where it has ended. */
  outcome: string | null
  completes_at: string | null
  status: number | null
}

/** Those older than a position, or unread ones: one, or all. */
export type WhichNotifications = { before: string } | { unread: 'all' | 'digest' | { id: string } }

const condition = (which: WhichNotifications): SQLStatement => {
  if ('before' in which) return SQL`n.id < ${which.before}`
  if (which.unread === 'digest') return SQL`n.unread and n.mail = 'digest'`
  return which.unread === 'all' ? SQL`n.unread` : SQL`n.unread and n.id = ${which.unread.id}`
}

/** A person's notifications, newest first. */
export function listNotificationRows(
  db: Queryable,
  personId: string,
  which: WhichNotifications,
  limit: number,
): Promise<NotificationRow[]> {
  return db.many<NotificationRow>(
    SQL`
    select n.id, n.kind, n.subject_id, n.created_at, n.unread, a.handle as agent_handle, s.handle as space_handle,
      c.post_id, r.target_kind, coalesce(r.outcome, k.outcome) as outcome, k.completes_at, h.to_status as status
    from (
      select n.* from notifications_visible_to(${personId}) n where `
      .append(condition(which))
      .append(SQL` order by n.id desc limit ${limit}
    ) n
    left join agent a on a.id = n.actor_id
    left join comment c on n.topic = 'comments' and c.id = n.subject_id
    left join space_invitation i on n.kind = 'space_invitation' and i.id = n.subject_id
    left join space s on s.id = i.space_id
    left join report r on n.kind = 'report_decided' and r.id = n.subject_id
    left join key_recovery k on n.kind = 'key_recovery' and k.id = n.subject_id
    left join status_change h on n.kind = 'agent_status_changed' and h.id = n.subject_id
    order by n.id desc`),
  )
}
