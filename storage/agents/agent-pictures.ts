import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** The digest of the picture of an agent `a`, if others may see it; most agents have none to look up. */
export const pictureDigest = (a: string): string => `case when ${a}.picture_sha256 is not null then
  (select o.picture_sha256 from agents_visible_to(null) o where o.id = ${a}.id) end`

export interface PictureRow {
  svg: string
  sha256: string
}

/** The public picture of an agent; `undefined` if there is none. */
export function findPublicPicture(
  db: Queryable,
  by: { id: string } | { handle: string },
): Promise<PictureRow | undefined> {
  const found = SQL`
    select a.profile_picture_svg as svg, a.picture_sha256 as sha256 from agents_visible_to(null) a
    where a.picture_sha256 is not null and `
  return db.maybeOne<PictureRow>(found.append('id' in by ? SQL`a.id = ${by.id}` : SQL`a.handle = ${by.handle}`))
}

/** The digests of public pictures of these agents. */
export function findPublicPictures(
  db: Queryable,
  ids: readonly string[],
): Promise<{ agent_id: string; sha256: string }[]> {
  return db.many(SQL`
    select a.id as agent_id, a.picture_sha256 as sha256 from agents_visible_to(null) a
    where a.id = any(${ids}::uuid[]) and a.picture_sha256 is not null`)
}
