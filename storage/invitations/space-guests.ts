import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface NewGuest {
  space_id: string
  user_id: string
  id: string
  joined_at: Date
}

/**
 * Makes a person a guest of a space that the transaction has locked, in addition to being there through their agents.
 */
export async function insertGuest(db: Queryable, { space_id, user_id, id, joined_at }: NewGuest): Promise<void> {
  await db.many(SQL`
    with guest as (
      insert into space_person as p (space_id, user_id, id, is_guest, joined_at)
      values (${space_id}, ${user_id}, ${id}, true, ${joined_at})
      on conflict (space_id, user_id) do update set is_guest = true
      returning xmax = 0 as is_new
    )
    select count_in_space(${space_id}, 0, 1) from guest where is_new`)
}

/** Removes a guest; `false`: they were none. They can stay as the owner of members. */
export async function endGuest(db: Queryable, spaceId: string, userId: string): Promise<boolean> {
  const ended = await db.maybeOne<{ agents: number }>(SQL`
    update space_person set is_guest = false where space_id = ${spaceId} and user_id = ${userId} and is_guest
    returning agents`)
  if (ended?.agents === 0) {
    await db.many(SQL`
      with gone as (
        delete from space_person where space_id = ${spaceId} and user_id = ${userId} returning 1
      )
      select count_in_space(${spaceId}, 0, -1) from gone`)
  }
  return ended !== undefined
}
