import { SQL } from 'sql-template-strings'
import type { Queryable } from '../db/db.ts'
import { CannotDecrypt, decrypt, encryptedHead, encryptUnder } from './encrypted-values.ts'
import type { SecretKeys } from './secret-keys.ts'

interface EncryptedColumn {
  table: string
  /** Unique; the context of a value is the table's name and this. */
  id: string
  idType: 'text' | 'uuid'
  column: string
}

/** The installation's keys: the key that encrypts them is the current key of the database. */
const WRAPPED_KEYS: EncryptedColumn = { table: 'wrapped_key', id: 'name', idType: 'text', column: 'wrapped' }

/** Every column with encrypted values, in addition to those of the keys. */
export const ENCRYPTED_COLUMNS: readonly EncryptedColumn[] = [
  { table: 'webhook', id: 'id', idType: 'uuid', column: 'secret' },
  { table: 'webhook', id: 'id', idType: 'uuid', column: 'former_secret' },
  { table: 'mail', id: 'id', idType: 'uuid', column: 'secret' },
  { table: 'signing_key', id: 'id', idType: 'text', column: 'encrypted_private_key' },
]

const BATCH = 200
const FIRST = { text: '', uuid: '00000000-0000-0000-0000-000000000000' }

export interface Rewrapped {
  rewrapped: number
  /** Values that neither key can decrypt. */
  unopened: number
}

/**
 * Encrypts everything again that is not under the current key, the installation's keys first: from then on everybody
 * uses it. Each batch is a transaction of its own, and processed rows are skipped.
 */
export async function rewrapAll(
  transaction: <Result>(body: (db: Queryable) => Promise<Result>) => Promise<Result>,
  keys: SecretKeys,
  columns = ENCRYPTED_COLUMNS,
): Promise<Rewrapped> {
  const done = { rewrapped: 0, unopened: 0 }
  for (const column of [WRAPPED_KEYS, ...columns]) {
    let after: string | undefined = FIRST[column.idType]
    while (after !== undefined) {
      const position: string = after
      const batch = await transaction(db => rewrapBatch(db, keys, column, position))
      done.rewrapped += batch.rewrapped
      done.unopened += batch.unopened
      after = batch.last
    }
  }
  return done
}

interface EncryptedRow {
  id: string
  encrypted: Buffer
}

async function rewrapBatch(db: Queryable, keys: SecretKeys, column: EncryptedColumn, after: string) {
  const rows = await findOthers(db, column, after, encryptedHead(keys.current))
  const rewrapped = rows.flatMap(({ id, encrypted }) => reencrypt(keys, encrypted, `${column.table} ${id}`, id) ?? [])
  await store(db, column, rewrapped)
  return { rewrapped: rewrapped.length, unopened: rows.length - rewrapped.length, last: rows[BATCH - 1]?.id }
}

function reencrypt(keys: SecretKeys, encrypted: Buffer, context: string, id: string): EncryptedRow | undefined {
  try {
    return { id, encrypted: encryptUnder(keys.current, keys, decrypt(keys, encrypted, context), context) }
  } catch (error) {
    if (!(error instanceof CannotDecrypt)) throw error
    return undefined
  }
}

const findOthers = ({ many }: Queryable, { table, id, idType, column }: EncryptedColumn, after: string, head: Buffer) =>
  many<EncryptedRow>(
    SQL``
      .append(`select ${id} as id, ${column} as encrypted from ${table} where ${id} > `)
      .append(SQL`${after}`)
      .append(`::${idType} and ${column} is not null and substring(${column} from 1 for ${head.length}) <> `)
      .append(SQL`${head} order by `)
      .append(`${id} limit ${BATCH} for update`),
  )

async function store(db: Queryable, { table, id, idType, column }: EncryptedColumn, rows: readonly EncryptedRow[]) {
  if (rows.length === 0) return
  await db.many(
    SQL``
      .append(`update ${table} set ${column} = n.encrypted from unnest(`)
      .append(SQL`${rows.map(row => row.id)}`)
      .append(`::${idType}[], `)
      .append(SQL`${rows.map(row => `\\x${row.encrypted.toString('hex')}`)}`)
      .append(`::text[]::bytea[]) as n (id, encrypted) where ${table}.${id} = n.id`),
  )
}
