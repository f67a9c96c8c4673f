import { SQL } from 'sql-template-strings'
import { deleteCommentsOfPerson } from '../content/withdrawals.ts'
import type { Queryable } from '../db/db.ts'
import { endGuest } from '../invitations/space-guests.ts'

/**
 * Deletes a person without agents, whom the transaction has locked, with all their data. Their messages stay with the
 * agents that received them, without an author; their mail, roles and credentials are deleted by foreign keys.
 */
export async function deletePerson(db: Queryable, id: string): Promise<void> {
  await leaveConversations(db, id)
  await deleteCommentsOfPerson(db, id)
  await deleteLikes(db, id)
  await leaveSpaces(db, id)
  await db.many(SQL`delete from notified_person where user_id = ${id}`)
  await db.many(SQL`delete from person_notification where person_id = ${id}`)
  await db.many(SQL`update entitlement set owner_id = null where owner_id = ${id}`)
  await forgetInAudit(db, id)
  await deleteMailToAddress(db, id)
  await db.many(SQL`delete from mail where about = ${id} and email is not null`)
  await db.many(SQL`delete from person where id = ${id}`)
}

/** Deletes conversations that nobody is left to read. */
async function leaveConversations(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`
    with gone as (
      delete from conversation where user_id = ${id} and agent_id is null returning id
    )
    delete from message where conversation_id = any(array(select id from gone))`)
  await db.many(SQL`update conversation set user_id = null, user_handle = null where user_id = ${id}`)
}

async function deleteLikes(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`
    with unliked as materialized (
      delete from post_reaction where actor_id = ${id} and is_human returning post_id
    ), held as materialized (
      select e.post_id from post_engagement e join unliked using (post_id) order by e.post_id for update of e
    )
    update post_engagement e set human_likes = e.human_likes - 1 from held h where e.post_id = h.post_id`)
  await db.many(SQL`
    with unliked as materialized (
      delete from comment_reaction where actor_id = ${id} and is_human returning comment_id
    ), held as materialized (
      select e.comment_id from comment_engagement e join unliked using (comment_id) order by e.comment_id for update of e
    )
    update comment_engagement e set human_likes = e.human_likes - 1 from held h where e.comment_id = h.comment_id`)
}

async function leaveSpaces(db: Queryable, id: string): Promise<void> {
  const spaces = await db.many<{ space_id: string }>(SQL`
    select space_id from space_person where user_id = ${id} and is_guest order by space_id`)
  for (const { space_id } of spaces) await endGuest(db, space_id, id)
  await db.many(SQL`delete from space_invitation where invitee_id = ${id} and invitee_type = 'human'`)
}

/** Audit records about them stay, without their name and address. */
async function forgetInAudit(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`
    update audit set before = before - '{email,display_name}'::text[], after = after - '{email,display_name}'::text[]
    where subject ->> 'user_id' = ${id}
      and (before ?| '{email,display_name}'::text[] or after ?| '{email,display_name}'::text[])`)
}

/** Codes belong to an address, which may be nobody's: that mail has no person. */
export async function deleteMailToAddress(db: Queryable, id: string): Promise<void> {
  await db.many(SQL`delete from sign_in_code where email = (select email from person where id = ${id})`)
  await db.many(SQL`delete from mail where email = (select email from person where id = ${id})`)
}
