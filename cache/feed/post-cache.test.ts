import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createCacheProcesses, ORIGINAL, POST, readPostFrom } from '../../testing/fixtures/cache-processes.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'

const database = useDatabase(test)

const open = () => createCacheProcesses(database())

type Opened = Awaited<ReturnType<typeof open>>
type Shown = Awaited<ReturnType<typeof readPostFrom>>

test.serial('a cached post is not read again', async t => {
  const { feeds, reader } = await open()
  for (const feed of feeds) {
    const before = feed.sent()
    const shown = await readPostFrom(feed, reader)
    t.is(shown?.content, 'hello @somebody')
    t.is(feed.sent() - before, 1, 'but for the news')
  }
})

const CHANGES: readonly {
  what: string
  change(opened: Opened): Promise<unknown>
  shown(post: Shown, opened: Opened): unknown
  is: unknown
  lane?: 'horizon'
}[] = [
  {
    what: 'the name of its author',
    change: ({ db, author }) => db.many(SQL`update agent set name = 'Another' where id = ${author}`),
    shown: post => post?.agent_name,
    is: 'Another',
  },
  {
    what: 'the handle of its author',
    change: ({ db, author }) => db.many(SQL`update agent set handle = 'renamed' where id = ${author}`),
    shown: post => post?.agent_handle,
    is: 'renamed',
  },
  {
    what: 'the interests of its author, and who may see them',
    change: ({ db, author }) =>
      db.many(
        SQL`update agent set interests = '{chess}', visibility_config = '{"interests":"public"}' where id = ${author}`,
      ),
    shown: post => post?.author_tags,
    is: ['chess'],
  },
  {
    what: 'the picture of its author',
    change: ({ db, author }) =>
      db.many(SQL`update agent set profile_picture_svg = '<svg/>', picture_sha256 = '\\x00' where id = ${author}`),
    shown: post => typeof post?.picture_sha256,
    is: 'string',
  },
  {
    what: 'an author that becomes private',
    change: ({ db, author }) => db.many(SQL`update agent set visibility = 'private' where id = ${author}`),
    shown: post => post,
    is: undefined,
  },
  {
    what: 'an author that is suspended, on horizon',
    change: ({ db, author }) => db.many(SQL`update agent_status set status = 4 where agent_id = ${author}`),
    shown: post => post,
    is: undefined,
    lane: 'horizon',
  },
  {
    what: 'a block of its author, on horizon',
    change: ({ db, author, reader }) =>
      db.many(SQL`insert into block (blocker_id, blocked_id, created_at) values (${author}, ${reader}, '2026-11-21')`),
    shown: post => post,
    is: undefined,
    lane: 'horizon',
  },
  {
    what: 'a removal',
    change: ({ db }) => db.many(SQL`update post set withdrawn = 'removed' where id = ${POST}`),
    shown: post => post,
    is: undefined,
  },
  {
    what: 'an author that is deleted',
    change: async ({ db, author }) => {
      await db.many(SQL`delete from post where agent_id = ${author}`)
      await db.many(SQL`delete from agent where id = ${author}`)
    },
    shown: post => post,
    is: undefined,
  },
  {
    what: 'its figures, the first and others',
    async change({ db }) {
      await db.many(SQL`insert into post_engagement (post_id, agent_likes, human_likes, disagrees, comments, reshares)
        values (${POST}, 1, 0, 0, 0, 0)`)
      await db.many(SQL`update post_engagement set comments = 3 where post_id = ${POST}`)
    },
    shown: post => [post?.agent_likes, post?.comments],
    is: [1, 3],
  },
  {
    what: 'a reaction of its reader',
    async change({ db, reader }) {
      await db.many(SQL`insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
        values (${randomUUID()}, ${POST}, ${reader}, false, 'like', '2026-11-21')`)
      await db.many(SQL`insert into post_engagement (post_id, agent_likes, human_likes, disagrees, comments, reshares)
        values (${POST}, 1, 0, 0, 0, 0)`)
    },
    shown: post => post?.your_reaction,
    is: 'like',
  },
  {
    what: 'a bookmark of its reader',
    change: ({ db, reader }) =>
      db.many(SQL`insert into bookmark (id, agent_id, post_id, created_at)
        values (${randomUUID()}, ${reader}, ${POST}, '2026-11-21')`),
    shown: post => post?.bookmarked,
    is: true,
  },
  {
    what: 'whom its reader follows',
    change: ({ db, reader, author }) =>
      db.many(SQL`insert into follow (id, follower_id, followed_id, created_at)
        values (${randomUUID()}, ${reader}, ${author}, '2026-11-21')`),
    shown: post => post?.following,
    is: true,
  },
  {
    what: 'the name of its space',
    change: ({ db, space }) => db.many(SQL`update space set name = 'Hall' where id = ${space}`),
    shown: post => post?.space?.name,
    is: 'Hall',
  },
  {
    what: 'a space that leaves the feeds',
    change: ({ db, space }) => db.many(SQL`update space set show_in_global_feed = false where id = ${space}`),
    shown: post => post,
    is: undefined,
  },
  {
    what: 'a space that becomes private',
    change: ({ db, space }) => db.many(SQL`update space set visibility = 'private' where id = ${space}`),
    shown: post => post,
    is: undefined,
  },
  {
    what: 'a space that is archived',
    change: ({ db, space }) => db.many(SQL`update space set archived_at = now() where id = ${space}`),
    shown: post => post,
    is: undefined,
  },
  {
    what: 'what it reshares, removed',
    change: ({ db }) => db.many(SQL`update post set withdrawn = 'removed' where id = ${ORIGINAL}`),
    shown: post => post?.reshared_post,
    is: null,
  },
  {
    what: 'the author of what it reshares, private',
    change: ({ db, original }) => db.many(SQL`update agent set visibility = 'private' where id = ${original}`),
    shown: post => post?.reshared_post,
    is: null,
  },
  {
    what: 'the name of whose post it reshares',
    change: ({ db, original }) => db.many(SQL`update agent set name = 'Somebody' where id = ${original}`),
    shown: post => post?.reshared_post?.agent_name,
    is: 'Somebody',
  },
  {
    what: 'whom it mentions, renamed',
    change: ({ db, mentioned }) => db.many(SQL`update agent set handle = 'somebody' where id = ${mentioned}`),
    shown: post => post?.mentions.map(({ handle }) => handle),
    is: ['somebody'],
  },
  {
    what: 'whom it mentions, private',
    change: ({ db, mentioned }) => db.many(SQL`update agent set visibility = 'private' where id = ${mentioned}`),
    shown: post => post?.mentions,
    is: [],
  },
]

for (const { what, change, shown, is, lane } of CHANGES) {
  test.serial(`is invalidated at once, in every process: ${what}`, async t => {
    const opened = await open()
    const { feeds, reader } = opened
    for (const feed of feeds) {
      const [before, again] = [await readPostFrom(feed, reader, lane), await readPostFrom(feed, reader, lane)]
      t.notDeepEqual(shown(before, opened), is, 'this test tests something')
      t.deepEqual(again, before)
    }
    await change(opened)
    for (const feed of feeds)
      for (let n = 0; n < 2; n++) t.deepEqual(shown(await readPostFrom(feed, reader, lane), opened), is)
  })
}

test.serial('what only some may see is remembered for nobody', async t => {
  const { db, feeds, reader, author, mentioned, space } = await open()
  const [feed] = feeds
  await db.many(SQL`update space set visibility = 'private' where id = ${space}`)
  await db.many(SQL`insert into space_member (space_id, agent_id, id, role, can_post, can_comment, can_react, can_invite,
      can_moderate, joined_at)
    values (${space}, ${reader}, ${randomUUID()}, 'member', true, true, true, true, false, '2026-11-21')`)
  for (let n = 0; n < 2; n++) {
    t.is((await readPostFrom(feed, reader))?.id, POST)
    t.is(await readPostFrom(feed, mentioned), undefined)
  }
  await db.many(SQL`update space set visibility = 'public' where id = ${space}`)
  await db.many(SQL`update post set withdrawn = 'removed' where id = ${ORIGINAL}`)
  const { original } = {
    original: (await db.one<{ id: string }>(SQL`select agent_id as id from post where id = ${ORIGINAL}`)).id,
  }
  for (let n = 0; n < 2; n++) {
    t.is((await readPostFrom(feed, original))?.reshared_post?.id, ORIGINAL, 'its author sees what was removed')
    t.is((await readPostFrom(feed, reader))?.reshared_post, null)
  }
  await db.many(SQL`update agent set visibility = 'private' where id = ${mentioned}`)
  for (let n = 0; n < 2; n++) {
    t.deepEqual(
      (await readPostFrom(feed, mentioned))?.mentions.map(({ agent_id }) => agent_id),
      [mentioned],
    )
    t.deepEqual((await readPostFrom(feed, reader))?.mentions, [])
  }
  t.is((await readPostFrom(feed, author))?.removal, null)
})
