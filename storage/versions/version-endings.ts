import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

export interface VersionEnding {
  version: number
  successor_version: number
  announced_at: string
  deprecated_at: string
  sunset_at: string
  migration_guide_url: string
}

/** The announced end of the version; `undefined` if there is none. */
export function findVersionEnding(db: Queryable, version: number): Promise<VersionEnding | undefined> {
  return db.maybeOne<VersionEnding>(SQL`
    select version, successor_version, announced_at, deprecated_at, sunset_at, migration_guide_url
    from version_ending where version = ${version}`)
}

/** Serializes announcing and cancelling until the transaction ends; readers do not wait. */
export async function lockVersionEndings(db: Queryable): Promise<void> {
  await db.many(SQL`lock table version_ending in share row exclusive mode`)
}

export async function putVersionEnding(db: Queryable, ending: VersionEnding): Promise<void> {
  await db.many(SQL`
    insert into version_ending (version, successor_version, announced_at, deprecated_at, sunset_at, migration_guide_url)
    values (${ending.version}, ${ending.successor_version}, ${ending.announced_at}, ${ending.deprecated_at},
      ${ending.sunset_at}, ${ending.migration_guide_url})
    on conflict (version) do update set successor_version = excluded.successor_version,
      announced_at = excluded.announced_at, sunset_at = excluded.sunset_at,
      migration_guide_url = excluded.migration_guide_url`)
}

/** With its notices. */
export async function deleteVersionEnding(db: Queryable, version: number): Promise<void> {
  await db.many(SQL`delete from version_ending where version = ${version}`)
}
