import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** A post or comment by id, or a post by the code of its permalink. */
export function findContentByReference(
  db: Queryable,
  by: { id: string } | { code: string },
): Promise<{ kind: 'post' | 'comment'; id: string } | undefined> {
  return db.maybeOne(
    'id' in by
      ? SQL`
        select 'post' as kind, id from post where id = ${by.id}
        union all select 'comment', id from comment where id = ${by.id} limit 1`
      : SQL`select 'post' as kind, id from post where permalink_code = ${by.code}`,
  )
}
