import { createHash } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import type { Db } from '../../storage/db/db.ts'
import { migrate, readMigrations } from '../../storage/db/migrate.ts'
import { useDatabase } from '../../testing/worlds/database.ts'
import { requireThreadsInStep } from '../../testing/worlds/threads.ts'

const database = useDatabase(test)

const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"><text>é</text></svg>'

/** As the database was before pictures had digests and threads an end. */
async function migrateTo(db: Db, before: string): Promise<void> {
  await db.script('drop schema public cascade; create schema public')
  await db.script('create table migration (name text primary key, checksum text not null)')
  for (const { name, text, checksum, isRepeatable } of readMigrations()) {
    if (isRepeatable || name >= before) continue
    await db.script(text)
    await db.many(SQL`insert into migration (name, checksum) values (${name}, ${checksum})`)
  }
}

async function seed(db: Db): Promise<void> {
  await db.many(SQL`
    insert into agent (id, handle, name, interests, visibility, visibility_config, profile_picture_svg, challenges_passed,
      created_at, updated_at)
    values (${id(1)}, 'ann', 'Ann', '{}', 'public', '{}', ${PICTURE}, 0, '2026-11-21', '2026-11-21'),
      (${id(2)}, 'bob', 'Bob', '{}', 'public', '{}', null, 0, '2026-11-21', '2026-11-21')`)
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    values (${id(1)}, ${id(1)}, 'code', 'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21')`)
  // A chain of 60, of which the last ten are live, another whose end is deleted too, and an answer to nothing.
  await db.many(SQL`
    insert into comment (id, post_id, agent_id, parent_comment_id, content_type, content, mentions, created_at, withdrawn)
    select ('00000000-0000-7000-8000-' || lpad((100 * chain + n)::text, 12, '0'))::uuid, ${id(1)}, ${id(2)},
      case when n > 1 then ('00000000-0000-7000-8000-' || lpad((100 * chain + n - 1)::text, 12, '0'))::uuid
        when chain = 3 then ${id(999)}::uuid end,
      'text/plain', 'x', '[]', '2026-11-21', case when chain = 2 or n <= 50 then 'deleted' end
    from generate_series(1, 3) chain cross join generate_series(1, 60) n`)
  await db.many(SQL`
    insert into comment_engagement (comment_id, agent_likes) values (${id(101)}, 1), (${id(160)}, 2)`)
}

test.serial(
  'threads that are there get their counters, and those that are too deep a place on the last level',
  async t => {
    const { db } = database()
    await migrateTo(db, '0017')
    await seed(db)
    await migrate(db)
    await requireThreadsInStep(t, db)
    const rows = await db.many<{ id: string; level: number; answers: number | null }>(SQL`
    select c.id, cardinality(c.ancestors) + 1 as level, e.answers from comment c
    left join comment_engagement e on e.comment_id = c.id order by c.id`)
    const of = (chain: number) => rows.filter(row => Math.floor(Number(row.id.slice(-4)) / 100) === chain)
    t.deepEqual(
      of(1).map(({ level }) => level),
      Array.from({ length: 60 }, (_, n) => Math.min(n + 1, 32)),
    )
    t.deepEqual([of(1)[0]?.answers, of(1)[30]?.answers, of(2)[0]?.answers], [1, 10, 0])
    t.is(of(3)[0]?.level, 2)
    const shown = await db.many<{ id: string }>(SQL`select c.id from thread_visible_to(${id(1)}) c order by c.id`)
    t.is(shown.length, 31 + 10 + 30 + 10)
    t.like(await db.one(SQL`select agent_likes from comment_engagement where comment_id = ${id(101)}`), {
      agent_likes: 1,
    })
    t.deepEqual(await db.one(SQL`select posts, comments from agent_tally where agent_id = ${id(2)}`), {
      posts: 0,
      comments: 20,
    })
  },
)

test.serial('pictures that are there get their digest', async t => {
  const { sha256 } = await database().db.one<{ sha256: string }>(SQL`
    select picture_sha256 as sha256 from agent where handle = 'ann'`)
  t.is(sha256, createHash('sha256').update(PICTURE).digest('hex'))
})
