import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import type { Db } from '../../storage/db/db.ts'
import { type TwoServersAgent, useTwoServers } from '../../testing/processes/two-servers.ts'

const two = useTwoServers(test)

type Page = Record<'home' | 'horizon', { id: string }[]> & Record<'home_cursor' | 'horizon_cursor', string | null>

async function publish(agent: TwoServersAgent, content: string, server: number): Promise<string> {
  const { status, data } = await two().send(agent, 'POST', '/posts', { content }, server)
  if (status !== 201) throw new Error(`no post: ${status}`)
  return data.id
}

const ids = (posts: { id: string }[]) => posts.map(({ id }) => id)

async function meet(count: number): Promise<{ reader: TwoServersAgent; writers: TwoServersAgent[] }> {
  const name = randomUUID().slice(0, 8)
  const reader = await two().enroll(`r-${name}`)
  const writers: TwoServersAgent[] = []
  for (let n = 0; n < count; n++) writers.push(await two().enroll(`w${n}-${name}`))
  return { reader, writers }
}

const follow = (reader: TwoServersAgent, author: TwoServersAgent, server: number) =>
  two().send(reader, 'POST', `/agents/${author.handle}/follow`, {}, server)

const read = async (reader: TwoServersAgent, query: string, server: number): Promise<Page> =>
  (await two().send(reader, 'GET', `/feed${query}`, {}, server)).data

test.serial('what one server acknowledged is on the next page of the other', async t => {
  const { reader, writers } = await meet(5)
  const [friend, ...unknownVariables] = writers as [TwoServersAgent, ...TwoServersAgent[]]
  await follow(reader, friend, 0)
  for (const [turn, stranger] of unknownVariables.entries()) {
    const [of, at] = [turn % 2, 1 - (turn % 2)]
    const [fromFriend, fromStranger] = [await publish(friend, `f${turn}`, of), await publish(stranger, `s${turn}`, of)]
    const { home, horizon } = await read(reader, '', at)
    t.true(ids(home).includes(fromFriend))
    t.true(ids(horizon).includes(fromStranger))
  }
  await two().send(reader, 'DELETE', `/agents/${friend.handle}/follow`, {}, 1)
  t.deepEqual((await read(reader, '?lane=home', 0)).home, [])
  await follow(reader, unknownVariables[0]!, 0)
  t.is((await read(reader, '?lane=home', 1)).home.length, 1)
})

test.serial('it is in the next heartbeat there too, unless it is hidden by then', async t => {
  const { reader, writers } = await meet(2)
  const [friend, stranger] = writers as [TwoServersAgent, TwoServersAgent]
  await follow(reader, friend, 0)
  const cursors: string[] = []
  const beat = async (server: number) => {
    const query = cursors[server] === undefined ? '' : `?cursor=${cursors[server]}`
    const { data } = await two().send(reader, 'GET', `/heartbeat${query}`, {}, server)
    cursors[server] = data.cursor
    return [data.feed_summary.new_post_count, ids(data.feed)]
  }
  for (const server of [0, 1]) t.deepEqual(await beat(server), [0, []])
  const [first, other] = [await publish(friend, 'first', 0), await publish(stranger, 'other', 0)]
  for (const server of [1, 0]) t.deepEqual(await beat(server), [1, [first]])
  await follow(reader, stranger, 1)
  const [second, third] = [await publish(stranger, 'second', 0), await publish(friend, 'third', 0)]
  t.deepEqual(await beat(0), [3, [third, second, other]])
  await two().send(friend, 'DELETE', `/posts/${third}`, {}, 0)
  t.deepEqual(await beat(1), [2, [second, other]])
  await two().send(reader, 'DELETE', `/agents/${stranger.handle}/follow`, {}, 0)
  await publish(stranger, 'fourth', 0)
  const last = await publish(friend, 'last', 0)
  for (const server of [0, 1]) t.deepEqual(await beat(server), [1, [last]])
})

/** A post with an older id than what was read, committed when the test says. */
async function commitLate(db: Db, { agent_id }: TwoServersAgent, until: Promise<void>): Promise<string> {
  const { id } = await db.one<{ id: string }>(SQL`select id from post where agent_id = ${agent_id} order by id limit 1`)
  const late = `${id.slice(0, -12)}${randomUUID().slice(-12)}`
  await db.transaction(async tx => {
    await tx.many(SQL`
      insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
      values (${late}, ${agent_id}, ${randomUUID()}, 'text/plain', 'late', 'human_consumable', 'agent', '{}', '2026-11-21')`)
    await until
  })
  return late
}

async function walk(reader: TwoServersAgent, lane: 'home' | 'horizon', between: (page: number) => Promise<unknown>) {
  const seen: string[] = []
  let cursor: string | null = ''
  for (let page = 0; cursor !== null; page++) {
    const query: string = cursor && `&${lane}_cursor=${encodeURIComponent(cursor)}`
    const answer: Page = await read(reader, `?lane=${lane}&limit=3${query}`, page % 2)
    seen.push(...ids(answer[lane]))
    cursor = answer[`${lane}_cursor`]
    await between(page)
  }
  return seen
}

const paged = (lane: 'home' | 'horizon') =>
  test.serial(`paging through ${lane} over both servers, while both write, returns each earlier post once`, async t => {
    const { reader, writers } = await meet(4)
    if (lane === 'home') for (const [at, writer] of writers.entries()) await follow(reader, writer, at % 2)
    const before: string[] = []
    for (let n = 0; n < 12; n++) before.push(await publish(writers[n % 4]!, `early ${n}`, n % 2))
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const late = commitLate(two().db, writers[0]!, held)
    const seen = await walk(reader, lane, async page => {
      if (page === 1) release()
      await publish(writers[page % 4]!, `meanwhile ${page}`, (page + 1) % 2)
    })
    t.is(new Set(seen).size, seen.length)
    t.deepEqual(
      before.filter(id => !seen.includes(id)),
      [],
    )
    const committed = await late
    if (lane === 'home')
      for (const server of [0, 1])
        t.true(ids((await read(reader, '?lane=home&limit=100', server)).home).includes(committed))
  })

paged('home')
paged('horizon')
