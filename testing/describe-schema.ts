import { SQL } from 'sql-template-strings'
import type { Queryable } from '../storage/db/db.ts'

interface Line {
  line: string
}

/** The schema as text in a fixed order, for `storage/db/schema.sql` and its test. */
export async function describeSchema(db: Queryable): Promise<string> {
  // Default partitions only: the dated ones change with time.
  const tables = await db.many<Table>(SQL`
    select c.relname as name, c.reloptions as options, pg_get_partkeydef(c.oid) as key,
      (select i.inhparent::regclass::text from pg_inherits i where i.inhrelid = c.oid) as parent_table
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and (not c.relispartition or pg_get_expr(c.relpartbound, c.oid) = 'DEFAULT') order by c.relname`)
  const parts: string[] = []
  for (const table of tables) parts.push(await describeTable(db, table))
  const functions = await db.many<Line>(SQL`
    select pg_get_functiondef(p.oid) as line from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by p.proname, p.oid::regprocedure::text`)
  const extensions = await db.many<Line>(SQL`
    select format('create extension %I;', extname) as line from pg_extension where extname <> 'plpgsql' order by extname`)
  const sequences = await db.many<Line>(SQL`
    select format('create sequence %I;', c.relname) as line from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'i') order by c.relname`)
  const first = [...extensions, ...parts.map(line => ({ line })), ...sequences].map(row => row.line)
  return `${[...first, ...functions.map(row => `${row.line.trim()};`)].join('\n\n')}\n`
}

interface Table {
  name: string
  options: string[] | null
  /** The partition key of a partitioned table. */
  key: string | null
  /** The partitioned table of a partition. */
  parent_table: string | null
}

async function describeTable(db: Queryable, { name: table, options, key, parent_table }: Table): Promise<string> {
  const columns = await db.many<Line>(SQL`
    select format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod))
      || case when a.attcollation = '"C"'::regcollation then ' collate "C"' else '' end
      || case when a.attidentity = 'a' then ' generated always as identity' when a.attnotnull then ' not null' else '' end
      as line
    from pg_attribute a where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`)
  const constraints = await db.many<Line>(SQL`
    select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line from pg_constraint
    where conrelid = ${table}::regclass and contype <> 'n' order by contype desc, conname`)
  const indexes = await db.many<Line>(SQL`
    select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
    order by c.relname`)
  const body = [...columns, ...constraints].map(row => `  ${row.line}`).join(',\n')
  const storage = options ? ` with (${options.join(', ')})` : ''
  const parts = key ? ` partition by ${key}` : ''
  const place = parent_table ? [`alter table ${parent_table} attach partition ${table} default;`] : []
  return [`create table ${table} (\n${body}\n)${storage}${parts};`, ...place, ...indexes.map(row => row.line)].join(
    '\n',
  )
}
