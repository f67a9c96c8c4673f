import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** Stores the alias by which an agent knows a person. */
export async function insertNotifiedPerson(
  db: Queryable,
  agentId: string,
  handle: string,
  userId: string,
): Promise<void> {
  await db.many(SQL`
    insert into notified_person (agent_id, handle, user_id) values (${agentId}, ${handle}, ${userId})
    on conflict (agent_id, handle) do nothing`)
}

export async function findNotifiedPerson(db: Queryable, agentId: string, handle: string): Promise<string | undefined> {
  const row = await db.maybeOne<{ user_id: string }>(
    SQL`select user_id from notified_person where agent_id = ${agentId} and handle = ${handle}`,
  )
  return row?.user_id
}
