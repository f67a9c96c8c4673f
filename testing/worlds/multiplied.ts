import { SQL } from 'sql-template-strings'
import type { Db, Queryable } from '../../storage/db/db.ts'
import { insertAgents } from './database.ts'

/** What is known of a table: its columns with their types, what is unique in it, and which tables its columns lead to. */
interface Table {
  name: string
  columns: Record<string, string>
  unique: string[][]
  leads: Record<string, string>
}

/** Of columns that name rows of other tables without a foreign key. */
const LEADING: Record<string, string> = {
  actor_id: 'agent',
  target_id: 'agent',
  invitee_id: 'agent',
  recipient: 'agent',
  sender_id: 'agent',
  agent_id: 'agent',
  post_id: 'post',
  comment_id: 'comment',
  space_id: 'space',
}

async function findTables(db: Queryable): Promise<Table[]> {
  const tables = await db.many<Table>(SQL`
    select t.relname as name,
      (select jsonb_object_agg(a.attname, format_type(a.atttypid, null)) from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      coalesce((select jsonb_agg((select jsonb_agg(a.attname) from pg_attribute a
          where a.attrelid = t.oid and a.attnum = any(i.indkey::int2[])))
        from pg_index i where i.indrelid = t.oid and i.indisunique), '[]') as unique,
      coalesce((select jsonb_object_agg(a.attname, c.confrelid::regclass::text) from pg_constraint c
        join pg_attribute a on a.attrelid = t.oid and c.conkey = array[a.attnum]
        where c.conrelid = t.oid and c.contype = 'f'), '{}') as leads
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition order by t.relname`)
  return tables.map(table => {
    const named = Object.keys(table.columns).filter(column => table.columns[column] === 'uuid' && LEADING[column])
    return {
      ...table,
      leads: { ...Object.fromEntries(named.map(column => [column, LEADING[column]!])), ...table.leads },
    }
  })
}

/** Those that others lead to come first. */
function inOrder(tables: readonly Table[]): Table[] {
  const byName = new Map(tables.map(table => [table.name, table]))
  const ordered = new Set<Table>()
  const add = (table: Table, above: readonly string[]) => {
    if (ordered.has(table) || above.includes(table.name)) return
    for (const other of Object.values(table.leads)) {
      const led = byName.get(other)
      if (led) add(led, [...above, table.name])
    }
    ordered.add(table)
  }
  for (const table of tables) add(table, [])
  return [...ordered]
}

const uuidsOf = ({ columns }: Table) => Object.keys(columns).filter(column => columns[column] === 'uuid')

/** Ids of an agent, and of what names it. */
async function ownIds(db: Queryable, tables: readonly Table[], agentId: string): Promise<string[]> {
  const own = [agentId]
  for (const table of tables) {
    const naming = uuidsOf(table).filter(column => column !== 'id')
    if (table.columns.id !== 'uuid' || table.name === 'agent' || naming.length === 0) continue
    const names = naming.map(column => `"${column}"`).join()
    const rows = await db.many<{ id: string }>(
      SQL`select id from `.append(`"${table.name}" where `).append(SQL`${agentId}::uuid in (`).append(`${names})`),
    )
    own.push(...rows.map(({ id }) => id))
  }
  return [...new Set(own)]
}

/** How the n-th copy of a value is told from it, by its type. */
const ANOTHER: Record<string, (column: string) => string> = {
  uuid: column => `(left(${column}::text, 24) || lpad(to_hex(n.n + 16), 12, '0'))::uuid`,
  text: column => `left(${column}, 20) || '-' || n.n`,
  bytea: column => `sha256(${column} || int4send(n.n))`,
  integer: column => `${column} + n.n`,
  bigint: column => `${column} + n.n`,
}

/** Which columns of a copy say what: of all that is unique another one. `undefined`: what is kept has one row. */
function copied({ columns, unique, leads }: Table, kept: string): Map<string, string> | undefined {
  const others = new Map<string, string>()
  for (const index of unique.toSorted((one, other) => one.length - other.length)) {
    if (index.some(column => others.has(column))) continue
    const isFree = (column: string) => column !== kept && !leads[column]
    const free = Object.keys(ANOTHER).flatMap(
      type => index.find(column => isFree(column) && columns[column] === type) ?? [],
    )[0]
    const leading = index.find(column => column !== kept && leads[column])
    const column = free ?? leading
    if (column === undefined) return undefined
    const other = free
      ? ANOTHER[columns[free]!]!(`r."${free}"`)
      : `(select p.id from pool p where p.name = '${leads[column]}' and p.n = n.n)`
    others.set(column, `case when r."${column}" is not null then ${other} end`)
  }
  return others
}

interface Stretch {
  from: number
  to: number
}

/**
 * Columns of which few rows may name the same: marks of one text, interests and webhooks of one agent. And blocks, of which
 * many would hide from an agent all that others write.
 */
const FEW = new Set([
  'agent_tag.agent_id',
  'comment_mention.comment_id',
  'post_hashtag.post_id',
  'post_mention.post_id',
  'webhook.agent_id',
  'block.blocker_id',
  'block.blocked_id',
])

/** Copies rows that have one of these ids in the column, each as often as the stretch is long. */
async function copyBy(tx: Queryable, table: Table, kept: string, own: readonly string[], { from, to }: Stretch) {
  const others = copied(table, kept)
  if (!others) return
  const names = Object.keys(table.columns)
  const values = names.map(name => others.get(name) ?? `r."${name}"`)
  const found = [...others].map(([name, other]) => `(r."${name}" is null or ${other} is not null)`)
  const list = names.map(name => `"${name}"`).join()
  const returned = table.columns.id === 'uuid' ? 'id' : 'null::uuid as id'
  for (const source of [0, 1]) {
    await tx.many(SQL`
      select pg_temp.attempt(${`
        with made as (insert into "${table.name}" (${list}) overriding system value
          select ${values.join()} from (
            select distinct on ("${kept}") * from "${table.name}" where "${kept}" in (${own.map(id => `'${id}'`).join()})
            order by "${kept}" limit 1 offset ${source}) r
          cross join generate_series(${from}, ${to}) n (n)
          where ${['true', ...found].join(' and ')} on conflict do nothing returning ${returned})
        insert into pool (name, n, id)
        select '${table.name}', ${from - 1} + row_number() over (order by id), id from made where id is not null
        on conflict do nothing`})`)
  }
}

/**
 * Gives an agent more of all rows that it has, in every table, by copies that differ in what is unique: of other agents, at
 * other posts, where it can have but one with each. Figures that statements keep follow.
 */
export async function multiply(db: Db, agentId: string, stretch: Stretch): Promise<void> {
  const tables = inOrder(await findTables(db))
  const own = await ownIds(db, tables, agentId)
  await db.transaction(async tx => {
    await tx.many(SQL`set local session_replication_role = replica`)
    await tx.many(SQL`create temp table pool (name text, n int, id uuid, primary key (name, n)) on commit drop`)
    // What a check refuses is of a kind of which an agent cannot have more.
    await tx.many(SQL`
      create or replace function pg_temp.attempt(statement text) returns void language plpgsql as $$
      begin
        execute statement;
      exception when check_violation then null;
      end $$`)
    const crowd = await insertAgents(tx, stretch.to - stretch.from + 1)
    await tx.many(SQL`
      insert into pool select 'agent', ${stretch.from - 1} + place, id
      from unnest(${crowd}::uuid[]) with ordinality c (id, place)`)
    for (const table of tables) {
      for (const kept of uuidsOf(table))
        if (kept !== 'id' && !FEW.has(`${table.name}.${kept}`)) await copyBy(tx, table, kept, own, stretch)
    }
    await tx.many(SQL`
      insert into follow_count (agent_id, followers, following)
      select ${agentId}::uuid, (select count(*) from follow where followed_id = ${agentId}),
        (select count(*) from follow where follower_id = ${agentId})
      on conflict (agent_id) do update set followers = excluded.followers, following = excluded.following`)
    await tx.many(SQL`
      update post_engagement e set reshares = (select count(*) from post p where p.reshared_post_id = e.post_id),
        agent_likes = (select count(*) from post_reaction r where r.post_id = e.post_id and r.reaction_type = 'like'),
        comments = (select count(*) from comment c where c.post_id = e.post_id)
      where e.post_id = any(${own}::uuid[])`)
  })
  await db.script('vacuum analyze')
}
