import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { UNFINISHED_RESTORE } from '../db/migrate.ts'

/** Drops everything that a restore created and did not complete; extensions stay. */
export async function discardUnfinished(tx: Queryable): Promise<void> {
  const { drop } = await tx.one<{ drop: string | null }>(SQL`
    select string_agg(format('drop %s if exists %s cascade', kind, name), '; ' order by step) as drop from (
      select 1 as step, 'table' as kind, oid::regclass::text as name, oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      union all select 2, 'sequence', oid::regclass::text, oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'S'
      union all select 3, 'routine', oid::regprocedure::text, oid from pg_proc
      where pronamespace = 'public'::regnamespace
    ) o where to_regclass(${UNFINISHED_RESTORE}) is not null
      and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')`)
  if (drop !== null) await tx.script(drop)
}
