import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Queryable } from '../../storage/db/db.ts'

/** The number of buffer pages that the statements of a read access, and the result. */
export async function pagesOf<Found>(
  db: Queryable,
  read: (db: Queryable) => Promise<Found>,
): Promise<{ pages: number; found: Found }> {
  let pages = 0
  const many = async <Row>(statement: SQLStatement): Promise<Row[]> => {
    const [explained] = await db.many<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      SQL`explain (analyze, buffers, format json) `.append(statement),
    )
    const [{ Plan }] = explained!['QUERY PLAN']
    pages += Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
    return await db.many<Row>(statement)
  }
  const one = async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0] as Row
  return { found: await read({ ...db, many, one, maybeOne: one }), pages }
}
