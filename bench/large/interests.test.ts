import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, useDatabase } from '../../testing/fixtures/test-database.ts'
import { connect } from '../product.ts'
import { tag } from './generated-text.ts'
import { pairInterests } from './interests.ts'

const database = useDatabase(test)
const TAGS = 300
const OF_AGENT = 5

test('pairing all tags in bulk gives the same pairs as the product', async t => {
  const { db } = database()
  const agents = await insertAgents(db, TAGS / OF_AGENT)
  for (const [n, id] of agents.entries()) {
    const interests = Array.from({ length: OF_AGENT }, (_, index) => tag(n * OF_AGENT + index))
    await db.many(SQL`update agent set interests = ${interests}::text[] where id = ${id}`)
  }
  await db.many(SQL`select pair_tags(${TAGS})`)
  const pairs = () =>
    db.many(SQL`
      select a.slug as one, b.slug as other, p.similarity
      from tag_pair p join tag a on a.id = p.a join tag b on b.id = p.b order by 1, 2`)
  const owners = () =>
    db.many(SQL`select t.slug, array_agg(a.agent_id order by a.agent_id) as agents
      from agent_tag a join tag t on t.id = a.tag_id group by 1 order by 1`)
  const made = { pairs: await pairs(), owners: await owners() }
  t.true(made.pairs.length > 2 * TAGS)
  const { socketDir, port, user, password, database: name } = database().address
  const sql = connect({ path: `${socketDir}/.s.PGSQL.${port}`, user, password, database: name })
  await pairInterests(sql)
  await sql.end()
  t.deepEqual({ pairs: await pairs(), owners: await owners() }, made)
})
