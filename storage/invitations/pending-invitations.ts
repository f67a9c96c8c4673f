import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { eventOf, type LoggedEvent, VISIBLE_EVENTS, type VisibleEventRow } from '../events/visible-events.ts'
import { type ScanResult, scanFiltered } from '../visibility/filtered-keyset-scan.ts'
import {
  type InvitationRow,
  type InvitationStatus,
  type InviteeRef,
  invitationColumns,
  visibleInvitationTo,
} from './invitation-rows.ts'

export interface ListedInvitationRow extends InvitationRow {
  /** `null` for both: its invitee may no longer know the space. */
  space_handle: string | null
  space_name: string | null
  inviter_handle: string
}

interface Page {
  status: InvitationStatus
  before: string
  limit: number
}

/** Invitations of an agent with that status, newest first; the space is shown for pending ones, or to its readers. */
export function findInvitations(
  db: Queryable,
  viewer: string,
  { status, before, limit }: Page,
  now: Date,
): Promise<ScanResult<ListedInvitationRow>> {
  return scanFiltered<ListedInvitationRow>(db, {
    candidates: ({ position }) => SQL`select k.id from space_invitation k
      where k.invitee_id = ${viewer} and k.id < ${position} and k.status in (${status}, 'pending') order by k.id desc`,
    select: SQL`select i.*, v.handle as space_handle, v.name as space_name, a.handle as inviter_handle
      from stretch k cross join lateral (
        select i.inviter_id, `
      .append(invitationColumns(now))
      .append(SQL` from invitations_visible_to(${viewer}) i join space s on s.id = i.space_id
        where i.id = k.id and invitation_status(i, s.archived_at is not null, ${now}) = ${status} limit 1) i
      join agent a on a.id = i.inviter_id
      left join lateral (
        select s.handle, s.name from space s where s.id = i.space_id
          and (i.status = 'pending' or (select true from spaces_visible_to(${viewer}) o where o.id = s.id))) v on true`),
    order: 'newest',
    position: before,
    limit,
  })
}

/** The pending invitations of an invitee, newest first. */
export function findPendingInvitations(
  db: Queryable,
  invitee: InviteeRef,
  limit: number,
  now: Date,
): Promise<ListedInvitationRow[]> {
  return db.many<ListedInvitationRow>(
    SQL`select s.handle as space_handle, s.name as space_name, a.handle as inviter_handle, `
      .append(invitationColumns(now))
      .append(' from ')
      .append(visibleInvitationTo(invitee))
      .append(SQL` join space s on s.id = i.space_id join agent a on a.id = i.inviter_id
        where i.status = 'pending' and s.archived_at is null and i.expires_at > ${now}
        order by i.id desc limit ${limit}`),
  )
}

/** The events of the newest pending invitations, oldest first. */
export async function findInvitationEvents(
  db: Queryable,
  viewer: string,
  limit: number,
  now: Date,
): Promise<(LoggedEvent & { invitation_id: string })[]> {
  const rows = await db.many<VisibleEventRow & { invitation_id: string }>(
    SQL`select p.id as invitation_id, `.append(VISIBLE_EVENTS).append(SQL`
    from (
      select i.id from invitations_visible_to(${viewer}) i join space s on s.id = i.space_id
      where i.status = 'pending' and s.archived_at is null and i.expires_at > ${now}
      order by i.id desc limit ${limit}) p
    cross join lateral (
      select i.seq from inbox i
      where i.type = 'space.invitation.received' and i.body #>> '{data,id}' = p.id::text and i.recipient = ${viewer}
      limit 1) inbox_event
    cross join lateral (select t.* from visible_inbox(${viewer}) t where t.seq = inbox_event.seq limit 1) e
    order by e.seq`),
  )
  return rows.map(eventOf)
}

/** Events of invitations that were pending at a time, from invitation `from` to event number `up_to`. */
export interface NotifiedEarly {
  from: string
  up_to: number
  /** Unix milliseconds. */
  at: number
}

/** The ids of those events. */
export async function findNotifiedEarly(
  db: Queryable,
  viewer: string,
  { from, up_to, at }: NotifiedEarly,
): Promise<string[]> {
  const rows = await db.many<{ event_id: string }>(SQL`
    select e.event_id from space_invitation i
    cross join lateral (
      select b.event_id from inbox b
      where b.type = 'space.invitation.received' and b.body #>> '{data,id}' = i.id::text and b.recipient = ${viewer}
        and b.seq <= ${up_to} limit 1) e
    where i.invitee_id = ${viewer} and i.id >= ${from} and (i.status = 'pending' or i.settled_at > ${new Date(at)})`)
  return rows.map(({ event_id }) => event_id)
}
