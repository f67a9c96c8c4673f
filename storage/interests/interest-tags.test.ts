import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, useDatabase } from '../../testing/fixtures/test-database.ts'
import { deleteTags, pairTags } from './interest-tags.ts'

const database = useDatabase(test)
const crowded = useDatabase(test)

const setInterests = (id: string, interests: string[], db = database().db) =>
  db.many(SQL`update agent set interests = ${interests}::text[] where id = ${id}`)

const tagsOf = async (id: string) => {
  const rows = await database().db.many<{ slug: string }>(SQL`
    select t.slug from agent_tag a join tag t on t.id = a.tag_id where a.agent_id = ${id} order by t.slug`)
  return rows.map(({ slug }) => slug)
}

const pairsOf = async (slug: string, db = database().db) => {
  const rows = await db.many<{ slug: string; similarity: number; back: number }>(SQL`
    select t.slug, p.similarity, (select q.similarity from tag_pair q where q.a = p.b and q.b = p.a) as back
    from tag_pair p join tag t on t.id = p.b where p.a = (select id from tag where slug = ${slug}) order by 2 desc, 1`)
  return rows.map(({ slug, similarity, back }) => [slug, similarity, back === similarity] as const)
}

test.serial('tags follow the interests of agents; new ones are paired at once, in both directions', async t => {
  const { db } = database()
  const [ann, bob] = (await insertAgents(db, 2)) as [string, string]
  await setInterests(ann, ['python', 'machine-learning'])
  await setInterests(bob, ['pythonista', 'cooking'])
  t.deepEqual(await tagsOf(ann), ['machine-learning', 'python'])
  t.deepEqual(await pairsOf('python'), [
    ['python', 1, true],
    ['pythonista', 0.5, true],
  ])
  await setInterests(ann, ['python', 'chess'])
  t.deepEqual(await tagsOf(ann), ['chess', 'python'])
  await setInterests(ann, [])
  t.deepEqual(await tagsOf(ann), [])
})

test.serial('unused interests are deleted with their pairs, and can return', async t => {
  const { db } = database()
  const [ann, bob] = (await insertAgents(db, 2)) as [string, string]
  await setInterests(ann, ['astronomy', 'sailing'])
  await setInterests(bob, ['astronomer', 'sailing'])
  await setInterests(bob, [])
  await db.many(SQL`delete from agent where id = ${ann}`)
  while (await deleteTags(db, 2));
  t.deepEqual(await pairsOf('astronomy'), [])
  t.is(await db.maybeOne(SQL`select 1 from tag where slug in ('astronomy', 'astronomer', 'sailing')`), undefined)
  const dangling = SQL`select 1 from tag_pair p where not exists (select from tag t where t.id = p.a)
    or not exists (select from tag t where t.id = p.b)`
  t.is(await db.maybeOne(dangling), undefined)
  const [cyd, dan] = (await insertAgents(db, 2)) as [string, string]
  await setInterests(cyd, ['astronomy', 'sailing'])
  await setInterests(dan, ['sailing'])
  await setInterests(cyd, ['astronomy'])
  while (await deleteTags(db, 2));
  t.deepEqual(await tagsOf(dan), ['sailing'])
})

test.serial('tags written concurrently by two transactions are paired by the job', async t => {
  const { db } = database()
  const [ann, bob] = (await insertAgents(db, 2)) as [string, string]
  await db.transaction(async tx => {
    await tx.many(SQL`update agent set interests = '{volcanology}' where id = ${ann}`)
    await setInterests(bob, ['volcanologist'])
  })
  t.deepEqual(await pairsOf('volcanology'), [['volcanology', 1, true]])
  while (await pairTags(db, 10));
  t.deepEqual(
    (await pairsOf('volcanology')).map(([slug]) => slug),
    ['volcanology', 'volcanologist'],
  )
})

test.serial('each of many similar tags has a bounded number of pairs', async t => {
  const { db } = crowded()
  const ids = await insertAgents(db, 9)
  for (const [n, id] of ids.entries()) {
    const tags = Array.from({ length: 40 }, (_, i) => `alike-${String(n * 40 + i).padStart(4, '0')}`)
    await setInterests(id, tags, db)
  }
  while (await pairTags(db, 50));
  const { most, pairs } = await db.one<{ most: number; pairs: number }>(SQL`
    select max(n)::int as most, sum(n)::int as pairs from (select count(*) as n from tag_pair group by a) of_each`)
  t.true(most <= 400, String(most))
  t.true(pairs <= 360 * 201, String(pairs))
})
