import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { createCopyStreams } from './copy-streams.ts'

const database = useDatabase(test)

/** More than a stream buffers, and little enough to arrive at once. */
const ROWS = 'copy (select repeat($$x$$, 100) from generate_series(1, 5000)) to stdout'

test('tables are copied one after another, however much of each waits for its reader', async t => {
  const lengths = await createCopyStreams(database().address, { name: 'test' }, async tx => {
    const lengths: number[] = []
    for (let turn = 0; turn < 5; turn++) {
      let length = 0
      for await (const piece of tx.copyOut(ROWS)) {
        await new Promise(setImmediate)
        length += piece.length
      }
      lengths.push(length)
    }
    return lengths
  })
  t.deepEqual(
    lengths,
    Array.from({ length: 5 }, () => 5000 * 101),
  )
})

async function* lines(...rows: string[]): AsyncGenerator<Buffer> {
  for (const row of rows) yield Buffer.from(`${row}\n`)
}

test('rows that the database refuses, and rows that end with an error, leave nothing and do not hang', async t => {
  const { db, address } = database()
  await db.script('create table taken (n int primary key)')
  async function* broken() {
    yield* lines('1')
    throw new Error('broken off')
  }
  const copyIn = (rows: AsyncIterable<Buffer>) =>
    createCopyStreams(address, { name: 'test' }, tx => tx.copyIn('copy taken from stdin', rows))
  for (const rows of [lines('one'), lines('1', '1'), lines('1\t2'), broken()]) await t.throwsAsync(copyIn(rows))
  t.deepEqual([...(await db.many(SQL`select n from taken`))], [])
  await copyIn(lines('1', '2'))
  t.is((await db.many(SQL`select n from taken`)).length, 2)
})
