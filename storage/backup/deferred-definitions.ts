import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'

interface Definition {
  drop: string
  create: string
}

export interface Definitions {
  references: Definition[]
  triggers: Definition[]
  indexes: (Definition & { table: string })[]
}

/** The foreign keys, triggers and indexes of all tables, with the statements that remove them and put them back. */
export async function listDefinitions(tx: Queryable): Promise<Definitions> {
  const references = await tx.many<Definition>(SQL`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0
    order by conrelid::regclass::text, conname`)
  const indexes = await tx.many<Definition & { table: string }>(SQL`
    select t.relname::text as table, case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.contype = 'x' then
        format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
      else concat_ws('; ', pg_get_indexdef(i.indexrelid), case when c.oid is not null then
        format('alter table %s add constraint %I %s using index %I', i.indrelid::regclass, c.conname,
          case c.contype when 'p' then 'primary key' else 'unique' end, c.conname)
        || case when c.condeferrable then ' deferrable' else '' end
        || case when c.condeferred then ' initially deferred' else '' end end) end as create
    from pg_index i join pg_class t on t.oid = i.indrelid
    left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and not exists (select from pg_inherits h where h.inhrelid = i.indexrelid)
    order by t.relname, i.indexrelid`)
  const triggers = await tx.many<Definition>(SQL`
    select distinct format('alter table %s disable trigger user', tgrelid::regclass) as drop,
      format('alter table %s enable trigger user', tgrelid::regclass) as create
    from pg_trigger where not tgisinternal and tgparentid = 0`)
  return { references, triggers, indexes }
}

export async function dropAll(tx: Queryable, definitions: readonly Definition[]): Promise<void> {
  for (const { drop } of definitions) await tx.script(drop)
}

export async function createAll(tx: Queryable, definitions: readonly Definition[]): Promise<void> {
  for (const { create } of definitions) await tx.script(create)
}
