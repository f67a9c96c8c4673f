import { SQL } from 'sql-template-strings'
import type { Db } from '../../storage/db/db.ts'

let poisoned = 0

/** Has PostgreSQL refuse all writes of rows for which `when`, an expression over `new`, is true. */
export async function poison(db: Db, table: string, when: string): Promise<() => Promise<void>> {
  const name = `poison_${poisoned++}`
  await db.script(`
    create function ${name}() returns trigger language plpgsql as $$
      begin raise exception 'poisoned' using errcode = 'P0001'; end $$;
    create trigger ${name} before insert or update on ${table} for each row when (${when}) execute function ${name}()`)
  return async () => {
    await db.many(SQL`drop trigger `.append(`${name} on ${table}`))
  }
}
