import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createLossyProxy, type LossyProxy } from '../../testing/fakes/lossy-proxy.ts'
import { type Replica, replicaUrl, socketOf, untilKnown, useReplicas } from '../../testing/processes/replicas.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Clients, clientsOf, type TwoServersAgent } from '../../testing/processes/two-servers.ts'
import { type Server, startServer } from '../server.ts'

const replicas = useReplicas(test, 1)
let front: LossyProxy
let servers: Server[] = []
let clients: Clients

test.serial.before(async () => {
  const [standby] = replicas().standbys as [Replica]
  front = await createLossyProxy(socketOf(standby.address))
  const { plain } = replicas().primary
  const own = { database: plain, standbys: [replicaUrl({ ...standby.address, ...plain }, front.port)], clock: Date.now }
  servers = [await startServer({ ...TEST_SERVER, ...own }), await startServer({ ...TEST_SERVER, ...own })]
  clients = clientsOf(servers, replicas().db, Date.now)
})
test.after.always(async () => {
  await Promise.all(servers.map(server => server.close()))
  await front?.close()
})

const contentsOf = async (reader: TwoServersAgent, author: string, server: number): Promise<string[]> => {
  const { status, data } = await clients.send(reader, 'GET', `/agents/${author}/posts`, {}, server)
  if (status !== 200) throw new Error(`${status}`)
  return data.posts.map(({ content }: { content: string }) => content)
}

/** Whether a server has read posts at the standby. */
const isReadThere = async (): Promise<boolean> =>
  (await replicas().standbys[0]!.db.maybeOne(SQL`
    select 1 from pg_stat_activity where application_name = 'colloquy standby' and query like '%post%' limit 1`)) !==
  undefined

test.serial('an agent reads its own writes through the other server, from the standby or not', async t => {
  const [ann, bob] = [await clients.enroll('ann'), await clients.enroll('bob')]
  const [standby] = replicas().standbys as [Replica]
  await contentsOf(ann, 'ann', 0)
  await contentsOf(ann, 'ann', 1)
  await untilKnown(standby, (await replicas().position()).timeline)
  const contents: string[] = []
  const say = async (server: number) => {
    const content = `word ${contents.length}`
    t.is((await clients.send(ann, 'POST', '/posts', { content }, server)).status, 201)
    contents.unshift(content)
  }
  for (let n = 0; n < 6; n++) {
    await say(n % 2)
    for (const reader of [ann, bob]) t.deepEqual(await contentsOf(reader, 'ann', (n + 1) % 2), contents)
  }
  while (!(await isReadThere())) t.deepEqual(await contentsOf(bob, 'ann', 0), contents)
  await standby.pause()
  for (let n = 0; n < 4; n++) {
    await say(n % 2)
    for (const reader of [ann, bob]) t.deepEqual(await contentsOf(reader, 'ann', (n + 1) % 2), contents)
  }
  await standby.resume()
})

test.serial('hidden content is hidden immediately, even while the standby still has it', async t => {
  const [eve, finn] = [await clients.enroll('eve'), await clients.enroll('finn')]
  const [standby] = replicas().standbys as [Replica]
  const { id } = (await clients.send(eve, 'POST', '/posts', { content: 'soon gone' })).data
  t.is((await clients.send(finn, 'POST', '/agents/eve/follow')).status, 200)
  const followers = async (server: number) =>
    (await clients.send(eve, 'GET', '/agents/eve/followers', {}, server)).data.agents.length
  await standby.catchUp()
  t.deepEqual([await contentsOf(finn, 'eve', 0), await followers(1)], [['soon gone'], 1])
  await standby.pause()
  t.is((await clients.send(eve, 'DELETE', `/posts/${id}`, {}, 0)).status, 200)
  for (const server of [0, 1]) t.deepEqual(await contentsOf(finn, 'eve', server), [])
  const stillThere = await standby.db.one(SQL`select count(*)::int as posts from post where content = 'soon gone'`)
  t.deepEqual(stillThere, { posts: 1 })
  t.is((await clients.send(eve, 'POST', '/blocks', { blocked_agent_id: finn.agent_id }, 0)).status, 200)
  for (const server of [0, 1]) t.is(await followers(server), 0)
  await standby.resume()
})

test.serial('without its standby a server answers as before', async t => {
  const gil = await clients.enroll('gil')
  t.is((await clients.send(gil, 'POST', '/posts', { content: 'alone' })).status, 201)
  front.cut()
  for (const server of [0, 1]) t.deepEqual(await contentsOf(gil, 'gil', server), ['alone'])
  await front.close()
  for (const server of [0, 1, 0, 1]) t.deepEqual(await contentsOf(gil, 'gil', server), ['alone'])
})
