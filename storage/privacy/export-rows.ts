import { SQL } from 'sql-template-strings'
import { type CopyStreams, createCopyStreams } from '../db/copy-streams.ts'
import type { DbAddress, Queryable } from '../db/db.ts'
import { findPerson, findPersonByEmail } from '../ownership/person-rows.ts'
import { OF_AGENT, OF_PERSON, type PersonalDataColumn } from './personal-data.ts'

/** `own`: what a person exports about themselves. */
export type ExportKind = 'agent' | 'person' | 'own'

/** Digests and encrypted values are left out, and so is derived search data. */
const UNTOLD_TYPES = ['bytea', 'tsvector', 'xid8']
const UNTOLD_NAMES = ['digest', 'refresh', 'grant_code', 'session', 'code', 'made', 'nonce']

const HOLDINGS: Readonly<Record<ExportKind, readonly PersonalDataColumn[]>> = {
  agent: OF_AGENT,
  person: OF_PERSON,
  // Records of operators about a person are theirs.
  own: OF_PERSON.filter(({ table }) => table !== 'audit'),
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The id behind this text: an id, a handle with or without @, an email address. */
async function findSubjectId(db: Queryable, kind: ExportKind, name: string): Promise<string | undefined> {
  if (kind !== 'agent') {
    const found = UUID.test(name) ? await findPerson(db, name) : await findPersonByEmail(db, name.toLowerCase())
    return found?.id
  }
  const handle = name.replace(/^@/, '').toLowerCase()
  const found = await db.maybeOne<{ id: string }>(
    SQL`select id from agent where id = ${UUID.test(name) ? name : null}::uuid or handle = ${handle}`,
  )
  return found?.id
}

export interface ExportQuery {
  kind: ExportKind
  /** An id, a handle, an email address. */
  subject: string
  /** Records who is exported, before anything is read; without it there is no export. */
  audit(db: Queryable, id: string): Promise<void>
}

/** All data about somebody, in one snapshot: JSON lines with a table name and a row. */
export async function exportRows<Result>(
  address: DbAddress,
  { kind, subject: subjectRef, audit }: ExportQuery,
  use: (lines: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result | undefined> {
  const subject: { id?: string | undefined } = {}
  const first = async (db: Queryable) => {
    subject.id = await findSubjectId(db, kind, subjectRef)
    if (subject.id !== undefined) await audit(db, subject.id)
  }
  const mode = 'isolation level repeatable read read only'
  return await createCopyStreams(address, { name: 'export', mode, first }, async tx => {
    const { id } = subject
    return id === undefined
      ? undefined
      : await use(linesOf(tx, HOLDINGS[kind], id, kind === 'own' ? ['outcome_note'] : []))
  })
}

async function* linesOf(
  tx: CopyStreams,
  holdings: readonly PersonalDataColumn[],
  id: string,
  withheld: readonly string[],
): AsyncGenerator<Buffer> {
  for (const [index, holding] of holdings.entries()) {
    // A row that names them twice, such as a reaction to their own post, is exported once.
    const earlier = holdings.slice(0, index).filter(({ table }) => table === holding.table)
    yield* tx.copyOut(await statementFor(tx, holding, earlier, id, withheld))
  }
}

const conditionOf = ({ column, where }: PersonalDataColumn, id: string): string =>
  (where ?? `t.${column} = $`).replaceAll('$', `'${id}'::uuid`)

async function statementFor(
  tx: Queryable,
  holding: PersonalDataColumn,
  earlier: readonly PersonalDataColumn[],
  id: string,
  withheld: readonly string[],
): Promise<string> {
  const { names } = await tx.one<{ names: string[] }>(SQL`
    select array_agg(a.attname::text) as names from pg_attribute a
    where a.attrelid = ${holding.table}::text::regclass and a.attnum > 0 and not a.attisdropped
      and (a.atttypid::regtype::text = any(${UNTOLD_TYPES}::text[]) or a.attname = any(${[...UNTOLD_NAMES, ...withheld]}::text[]))`)
  const row = `to_jsonb(t) - '{${(names ?? []).join(',')}}'::text[]`
  const rest = earlier.map(other => ` and (${conditionOf(other, id)}) is not true`).join('')
  // JSON contains no control characters, so these delimiters quote nothing, and each line is unchanged.
  return `copy (select jsonb_build_object('table', '${holding.table}', 'row', ${row}) from ${holding.table} t
    where ${conditionOf(holding, id)}${rest}) to stdout (format csv, delimiter e'\\x01', quote e'\\x02')`
}
