import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql } from 'postgres'

export type Field = string | number | boolean | null | readonly string[]

const CHUNK_CHARACTERS = 1 << 17
const SPECIAL = /[\\\n\r\t]/g
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** Inserts rows by COPY; returns their number. Fails if a migration adds a column without a default. */
export async function copyInto(sql: Sql, table: string, columns: readonly string[], rows: Iterable<Field[]>) {
  let count = 0
  function* chunks() {
    let chunk = ''
    for (const row of rows) {
      chunk += `${row.map(field).join('\t')}\n`
      count++
      if (chunk.length > CHUNK_CHARACTERS) {
        yield chunk
        chunk = ''
      }
    }
    if (chunk !== '') yield chunk
  }
  const copy = await sql.unsafe(`copy ${table} (${columns.map(name => `"${name}"`).join(', ')}) from stdin`).writable()
  await pipeline(Readable.from(chunks()), copy)
  return count
}

function field(value: Field): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return value.replace(SPECIAL, special => ESCAPES[special]!)
  if (typeof value === 'object') return `{${value.map(item => field(`"${item}"`)).join(',')}}`
  return String(value)
}

/** Triggers whose counters `figures.ts` computes; the other triggers run for each row. */
const COMPUTED = ['space_member_changed', 'post_tagged', 'agent_enrolled_with_interests', 'agent_interests_written']

/**
 * Runs the work without what is cheaper for all rows at once: secondary indexes, which are created again afterwards,
 * foreign key checks, which the generated data satisfy, and the triggers above.
 */
export async function inBulk(sql: Sql, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const triggers = await sql<{ at: string; name: string }[]>`
    select tgrelid::regclass::text as at, tgname as name from pg_trigger
    where tgrelid::regclass::text = any(${[...tables]}) and (tgisinternal or tgname = any(${COMPUTED}))`
  const turn = async (to: 'enable' | 'disable') => {
    for (const { at, name } of triggers) await sql.unsafe(`alter table ${at} ${to} trigger "${name}"`)
  }
  await withoutIndexes(sql, tables, '', async () => {
    await turn('disable')
    await work()
    await turn('enable')
  })
}

/** Runs the work without secondary indexes of one access method, or of any: creating them afterwards is much faster. */
export async function withoutIndexes(
  sql: Sql,
  tables: readonly string[],
  method: '' | 'gin',
  work: () => Promise<void>,
): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid::regclass::text = any(${[...tables]}) and not i.indisunique and ${method}::text in ('', m.amname::text)
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await sql.unsafe(definition)
}
