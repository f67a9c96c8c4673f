import { readdirSync, readFileSync } from 'node:fs'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { COLUMN_TYPES, timestampText } from './column-types.ts'

const database = useDatabase(test)

test('every form of timestamp that PostgreSQL writes is read', t => {
  for (const [written, read] of [
    ['2026-11-21 04:25:00+00', '2026-11-21T04:25:00.000Z'],
    ['2026-11-21 04:25:00.1+00', '2026-11-21T04:25:00.100Z'],
    ['2026-11-21 04:25:00.123456+00', '2026-11-21T04:25:00.123Z'],
    ['2026-11-21 04:25:00+02', '2026-11-21T02:25:00.000Z'],
  ] as const)
    t.is(timestampText(written), read)
})

test('arrays are read back as written, whatever their elements are', async t => {
  for (const [type, elements] of Object.entries({
    smallint: [-1, 0, null],
    int: [1, 2],
    bigint: [5_000_000_000, -1],
    text: ['', ' ', 'a b', 'a,b', '{}', '"', '\\', '\\"', 'NULL', 'null', '\n', "'", null],
    timestamptz: ['2026-11-21T04:05:06.070Z', null],
    uuid: ['01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'],
  })) {
    for (const list of [elements, []]) {
      const row = await database().db.one(SQL`select ${list}`.append(`::${type}[] as list`))
      t.deepEqual(row, { list }, type)
    }
  }
  const statement = SQL`select ${['a', undefined]}::text[]`
  await t.throwsAsync(database().db.one(statement), { message: /undefined/ })
})

test('every array type that a statement or a column names is declared', async t => {
  const files = ['storage', 'push', 'tools'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts'))
      .map(file => readFileSync(`${folder}/${file}`, 'utf8')),
  )
  // The parameter of `text[]::jsonb[]` has the first type.
  const cast = new Set(files.flatMap(text => text.match(/(?<=(?<!\[\])::|')[a-z]\w*\[\]/g) ?? []))
  const { db } = database()
  const named = await db.many<{ type: string; oid: number }>(SQL`
    select type, type::regtype::oid::bigint as oid from unnest(${[...cast]}::text[]) as cast_to (type)
    union select c.relname || '.' || a.attname, a.atttypid::bigint
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and t.typcategory = 'A'`)
  t.true(named.length > 8)
  const declared = new Set(Object.values(COLUMN_TYPES).flatMap(({ from }) => from))
  t.deepEqual(
    named.filter(({ oid }) => !declared.has(oid)).map(({ type }) => type),
    [],
  )
})
