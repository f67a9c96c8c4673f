import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { findMatchingNames, MAX_FOUND, type NameSearch, type RankedCursor } from './name-search.ts'

/** Spaces that the viewer may know of. */
export const findMatchingSpaces = (db: Queryable, search: NameSearch): Promise<RankedCursor[]> =>
  findMatchingNames(search, ({ viewer, handle, handle_end, names, isMisspelt }) =>
    db.many<RankedCursor>(SQL`
      with named as materialized (
        select s.id, case when s.handle = ${handle} then 0 else 1 end as rank
        from spaces_visible_to(${viewer}) s where s.handle >= ${handle} and s.handle < ${handle_end}
        order by s.handle limit ${MAX_FOUND + 1}::int
      )
      select id, rank from named
      union all (
        select s.id, case when ${isMisspelt} then 4 else 2 end
        from spaces_visible_to(${viewer}) s
        where s.search_words @@ ${names}::tsquery
          and (s.handle >= ${handle} and s.handle < ${handle_end}) is not true
        limit ${MAX_FOUND + 1}::int - (select count(*) from named))`),
  )

export interface NamedSpace {
  id: string
  handle: string
  name: string
  description: string
  topic_tags: string[]
}

export const hasUnsearchableSpaces = (): SQLStatement => SQL`exists (select from space where search_words is null)`

/** Spaces without a search index. */
export function findUnsearchableSpaces(db: Queryable, limit: number): Promise<NamedSpace[]> {
  return db.many<NamedSpace>(SQL`
    select id, handle, name, description, topic_tags from space where search_words is null limit ${limit}`)
}

/** Stores the index, unless the space was changed in the meantime. */
export async function fillSpaceTokens(db: Queryable, space: NamedSpace, tokens: readonly string[]): Promise<void> {
  await db.many(SQL`
    update space set search_words = array_to_tsvector(${tokens}::text[])
    where id = ${space.id} and search_words is null and name = ${space.name} and description = ${space.description}
      and topic_tags = ${space.topic_tags}::text[]`)
}
