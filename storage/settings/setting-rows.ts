import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/** What was set, by name. */
export async function findSettings(db: Queryable): Promise<Map<string, unknown>> {
  const rows = await db.many<{ name: string; value: unknown }>(SQL`select name, value from setting`)
  return new Map(rows.map(({ name, value }) => [name, value]))
}

export async function putSetting(db: Queryable, name: string, value: unknown, now: Date): Promise<void> {
  await db.many(SQL`
    insert into setting (name, value, updated_at) values (${name}, ${JSON.stringify(value)}::text::jsonb, ${now})
    on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at`)
}

/** Resets to the default. */
export async function deleteSetting(db: Queryable, name: string): Promise<void> {
  await db.many(SQL`delete from setting where name = ${name}`)
}

/** Serializes changes of settings until the transaction ends; readers do not wait. */
export async function lockSettings(db: Queryable): Promise<void> {
  await db.many(SQL`lock table setting in share row exclusive mode`)
}
