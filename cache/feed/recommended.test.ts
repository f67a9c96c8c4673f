import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createCacheProcesses, readPostFrom } from '../../testing/fixtures/cache-processes.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'

const database = useDatabase(test)

/** A space that is recommended to a reader, cached by two processes. */
async function open() {
  const opened = await createCacheProcesses(database())
  const { db, space, feeds, reader } = opened
  await db.script('truncate space_trend, space_counter')
  await db.many(SQL`insert into space_trend (space_id, activity, score) values (${space}, 1, 1)`)
  await db.many(SQL`insert into space_counter (space_id, members, people, posts) values (${space}, 1, 0, 0)`)
  const recommended = async (feed: (typeof feeds)[number]) => {
    await readPostFrom(feed, reader)
    return await feed.recommendedTo(reader)
  }
  for (const feed of feeds) await recommended(feed)
  return { ...opened, recommended }
}

type Opened = Awaited<ReturnType<typeof open>>

test.serial('recommendations are not read again', async t => {
  const { feeds, recommended } = await open()
  for (const feed of feeds) {
    const before = feed.sent()
    t.deepEqual(
      (await recommended(feed)).map(({ handle }) => handle),
      ['room'],
    )
    t.is(feed.sent() - before, 1, 'but for the news')
  }
})

const CHANGES: Record<string, { change(opened: Opened): Promise<unknown>; is: unknown }> = {
  'its name': {
    change: ({ db, space }) => db.many(SQL`update space set name = 'Hall' where id = ${space}`),
    is: [['Hall', '', 1]],
  },
  'what it is about': {
    change: ({ db, space }) => db.many(SQL`update space set description = 'of halls' where id = ${space}`),
    is: [['Room', 'of halls', 1]],
  },
  'its members': {
    change: ({ db, space }) => db.many(SQL`update space_counter set members = 2 where space_id = ${space}`),
    is: [['Room', '', 2]],
  },
  'that it is archived': {
    change: ({ db, space }) => db.many(SQL`update space set archived_at = now() where id = ${space}`),
    is: [],
  },
  'that it is private': {
    change: ({ db, space }) => db.many(SQL`update space set visibility = 'private' where id = ${space}`),
    is: [],
  },
  'that it is lively no more': { change: ({ db }) => db.many(SQL`delete from space_trend`), is: [] },
  'that the reader is in it': {
    change: ({ db, space, reader }) =>
      db.many(SQL`insert into space_member (space_id, agent_id, id, role, can_post, can_comment, can_react, can_invite,
          can_moderate, joined_at)
        values (${space}, ${reader}, ${randomUUID()}, 'member', true, true, true, true, false, '2026-11-21')`),
    is: [],
  },
  'what the reader is interested in': {
    async change({ db, reader, author }) {
      const other = randomUUID()
      await db.many(SQL`
        insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
          creator_id, created_at, updated_at)
        values (${other}, 'club', 'Club', '', '{chess}', 'public', true, 'members', ${author}, '2026-11-21', '2026-11-21')`)
      await db.many(SQL`insert into space_trend (space_id, activity, score) values (${other}, 1, 0.5)`)
      await db.many(SQL`update agent set interests = '{chess}' where id = ${reader}`)
    },
    is: [
      ['Club', '', 0],
      ['Room', '', 1],
    ],
  },
}

for (const [what, { change, is }] of Object.entries(CHANGES)) {
  test.serial(`it is invalidated at once, in every process: ${what}`, async t => {
    const opened = await open()
    await change(opened)
    for (const feed of opened.feeds) {
      const spaces = await opened.recommended(feed)
      t.deepEqual(
        spaces.map(({ name, description, member_count }) => [name, description, member_count]),
        is as never,
      )
    }
  })
}
