import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

/**
 * Drops foreign keys, indexes and our triggers of all tables before loading. The returned function restores them by
 * PostgreSQL's definitions, which validates all rows at once.
 */
export async function withoutIndexes(tx: Queryable): Promise<() => Promise<void>> {
  const references = await tx.many<Definition>(SQL`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0
    order by conrelid::regclass::text, conname`)
  const indexes = await tx.many<Definition>(SQL`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as away,
      case when c.contype = 'x' then
        format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      else concat_ws('; ', pg_get_indexdef(i.indexrelid), case when c.oid is not null then
        format('alter table %s add constraint %I %s using index %I', i.indrelid::regclass, c.conname,
          case c.contype when 'p' then 'primary key' else 'unique' end, c.conname)
        || case when c.condeferrable then ' deferrable' else '' end
        || case when c.condeferred then ' initially deferred' else '' end end) end as back
    from pg_index i join pg_class t on t.oid = i.indrelid
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
    order by t.relname, i.indexrelid`)
  const triggers = await tx.many<Definition>(SQL`
    select distinct format('alter table %s disable trigger user', tgrelid::regclass) as away,
      format('alter table %s enable trigger user', tgrelid::regclass) as back
    from pg_trigger where not tgisinternal and tgparentid = 0`)
  for (const { away } of [...references, ...triggers, ...indexes]) await tx.script(away)
  return async () => {
    for (const { back } of [...indexes, ...references, ...triggers]) await tx.script(back)
  }
}

interface Definition {
  away: string
  back: string
}
