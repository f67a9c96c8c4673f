import { SQL } from 'sql-template-strings'
import type { Queryable } from '../../storage/db/db.ts'

/** The columns of all tables that contain this text, or its bytes. */
export async function columnsContaining(db: Queryable, text: string): Promise<string[]> {
  const columns = await db.many<{ relation: string; name: string }>(SQL`
    select c.relname as relation, a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped
    order by 1, 2`)
  const pattern = `(^|[^a-z0-9-])${text}($|[^a-z0-9-])|${Buffer.from(text).toString('hex')}`
  const found: string[] = []
  for (const { relation, name } of columns) {
    const holding = SQL`select 1 from `
      .append(`"${relation}" where "${name}"::text ~* `)
      .append(SQL`${pattern} limit 1`)
    if (await db.maybeOne(holding)) found.push(`${relation}.${name}`)
  }
  return found
}
