import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import type { Permissions, SpaceTexts } from './space-rows.ts'

/** `undefined` members stay unchanged. */
export type SpaceChanges = { [Name in keyof SpaceTexts]?: SpaceTexts[Name] | undefined }

/** Writes the description of a space. The caller has locked the space. */
export async function updateSpaceRow(db: Queryable, id: string, changes: SpaceChanges, now: Date): Promise<void> {
  const { name, description, norms, topic_tags, show_in_global_feed } = changes
  await db.many(SQL`
    update space set
      name = coalesce(${name ?? null}::text, name),
      description = coalesce(${description ?? null}::text, description),
      norms = case when ${norms === undefined} then norms else ${norms ?? null}::text end,
      topic_tags = coalesce(${topic_tags ?? null}::text[], topic_tags),
      show_in_global_feed = coalesce(${show_in_global_feed ?? null}::boolean, show_in_global_feed),
      updated_at = ${now}
    where id = ${id}`)
}

/** Archives a space; its members are notified in the background (`archivals.ts`). The caller has locked the space. */
export async function archiveSpaceRow(db: Queryable, id: string, now: Date): Promise<void> {
  await db.many(SQL`
    with archived as (
      update space set archived_at = ${now}, updated_at = ${now} where id = ${id} returning id
    )
    insert into space_archival (space_id) select id from archived`)
}

/** Sets a member's permissions; one who may moderate is a moderator. The caller has locked the space. */
export async function setPermissions(
  db: Queryable,
  { space_id, agent_id }: { space_id: string; agent_id: string },
  { can_post, can_comment, can_react, can_invite, can_moderate }: Permissions,
): Promise<void> {
  await db.many(SQL`
    update space_member set can_post = ${can_post}, can_comment = ${can_comment}, can_react = ${can_react},
      can_invite = ${can_invite}, can_moderate = ${can_moderate},
      role = case when ${can_moderate} then 'moderator' else 'member' end
    where space_id = ${space_id} and agent_id = ${agent_id}`)
}
