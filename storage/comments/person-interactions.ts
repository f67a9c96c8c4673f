import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface PersonInteractions {
  likes_post: boolean
  /** Of the requested comments. */
  liked: string[]
  own: string[]
}

/** A person's likes and comments on a post and these of its comments. */
export function findPersonInteractions(
  db: Queryable,
  personId: string,
  { post_id, comment_ids }: { post_id: string; comment_ids: readonly string[] },
): Promise<PersonInteractions> {
  return db.one<PersonInteractions>(SQL`
    select
      exists (select from post_reaction r where r.post_id = ${post_id} and r.actor_id = ${personId} and r.is_human
        and r.reaction_type = 'like') as likes_post,
      array(select y.comment_id from comment_reaction y where y.comment_id = any(${comment_ids}::uuid[])
        and y.actor_id = ${personId} and y.is_human and y.reaction_type = 'like') as liked,
      array(select c.id from comment c where c.id = any(${comment_ids}::uuid[]) and c.post_id = ${post_id}
        and c.user_id = ${personId} and c.withdrawn is null) as own`)
}

/** A comment of a person, locked until the transaction ends. */
export function lockCommentOfPerson(
  db: Queryable,
  personId: string,
  { post_id, comment_id }: { post_id: string; comment_id: string },
): Promise<{ withdrawn: 'removed' | 'deleted' | null } | undefined> {
  return db.maybeOne(SQL`
    select withdrawn from comment where id = ${comment_id} and post_id = ${post_id} and user_id = ${personId} for update`)
}
