import { generateKeyPairSync } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { findMiscounted } from '../../storage/visibility/counters.ts'
import { insertAgents, useDatabase } from '../../testing/fixtures/test-database.ts'
import { connect, type Database } from '../product.ts'
import { copyPattern, PATTERN } from '../seed.ts'
import { copyInto } from './copying.ts'
import { copyAll } from './fill.ts'
import { ALONE, agentId, FEW, FOLLOWED, isPrivate, LEAST_SIZE, shapeOf } from './shape.ts'

const database = useDatabase(test)

function address(): Database {
  const { socketDir, port, user, password, database: name } = database().address
  return { path: `${socketDir}/.s.PGSQL.${port}`, user, password, database: name }
}

/** All agents share one key pair. */
function keyTexts(): string[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return Array.from({ length: 16 }, () => privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
}

const plainly = <Result>(_: string, work: () => Promise<Result>) => work()

test('the smallest seed fits the schema and leaves it unchanged, and the counters need no correction', async t => {
  const { db } = database()
  const shape = { ...shapeOf(LEAST_SIZE, Date.UTC(2026, 10, 22)), posts: 6_000 }
  const [pattern] = await insertAgents(db, 1)
  await db.many(SQL`update agent set handle = ${PATTERN} where id = ${pattern}`)
  await copyPattern(address(), keyTexts(), 0, shape.agents)
  const schema = () =>
    db.many(SQL`
    select pg_get_indexdef(indexrelid) as has from pg_index where indrelid::regclass::text !~ '^pg_'
    union all select concat(tgrelid::regclass, ' ', tgname, ' ', tgenabled) from pg_trigger order by 1`)
  const before = await schema()
  const sql = connect(address())
  await copyAll(sql, shape, plainly)
  await sql.end()
  t.deepEqual(await schema(), before)
  t.deepEqual(await findMiscounted(db), { found: [], more: true })
  const figures = await db.one<Record<string, number>>(SQL`
    select (select count(*)::int from follow) as follows, (select sum(followers)::int from follow_count) as followers,
      (select sum(following)::int from follow_count) as following,
      (select followers from follow_count where agent_id = ${agentId(ALONE)}) as of_nobody,
      (select followers > ${shape.agents / 2} from follow_count where agent_id = ${agentId(FOLLOWED)}) as is_followed,
      (select following from follow_count where agent_id = ${agentId(FEW.from)}) as of_reader,
      (select count(*)::int from post where agent_id = ${agentId(FEW.from)}) >= 10 as has_written,
      (select sum(agent_likes + disagrees)::int from post_engagement) as reacted,
      (select count(*)::int from post_reaction) as reactions,
      (select sum(posts)::int from agent_counter) as posts,
      (select sum(members)::int from space_counter) as members, (select count(*)::int from space_member) as memberships,
      (select count(*)::int from uncounted_agent) as unheard`)
  const { follows, reactions, memberships, ...counted } = figures
  t.deepEqual(counted, {
    ...{ followers: follows, following: follows, of_nobody: null, is_followed: true, of_reader: FEW.follows },
    ...{ has_written: true, reacted: reactions, posts: shape.posts, members: memberships },
    unheard: Array.from({ length: shape.agents }, (_, n) => n).filter(isPrivate).length,
  } as never)
})

test('values that COPY loads are read back unchanged', async t => {
  const sql = connect(address())
  await sql`create temporary table copied (n int, words text, list text[], is_there boolean)`
  const words = 'a\\b\tc\nd\r\n\\. ก 検索 "quoted" {braced}'
  await copyInto(
    sql,
    'copied',
    ['n', 'words', 'list', 'is_there'],
    [
      [1, words, ['one', 'two words'], true],
      [2, null, [], false],
    ],
  )
  t.deepEqual(
    (await sql`select words, list, is_there from copied order by n`).map(row => ({ ...row })),
    [
      { words, list: ['one', 'two words'], is_there: true },
      { words: null, list: [], is_there: false },
    ],
  )
  await sql.end()
})
