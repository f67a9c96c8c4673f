import path from 'node:path'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { createLossyProxy, type LossyProxy } from '../../testing/fakes/lossy-proxy.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'
import { type Clients, clientsOf, type TwoServersAgent } from '../../testing/processes/two-servers.ts'
import { type Server, startServer } from '../server.ts'

const database = useDatabase(test)
let front: LossyProxy
let server: Server
let clients: Clients
let ann: TwoServersAgent

test.serial.before(async () => {
  const { socketDir, port, user, password, database: name } = database().plainAddress
  front = await createLossyProxy(path.join(socketDir, `.s.PGSQL.${port}`))
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${front.port}/${name}`
  const now = Date.now
  server = await startServer({ ...TEST_SERVER, database: { url }, clock: now })
  clients = clientsOf([server, server], database().db, now)
  ann = await clients.enroll('ann')
})
test.after.always(async () => {
  await server?.close()
  await front?.close()
})

interface Told {
  slug: string | undefined
  outcome: unknown
}

/** Sends a request until it succeeds; loses the first response to a statement that is not yet prepared. */
async function sendThrough(statement: string, words: string, method: string, way: string, payload: object) {
  front.dropResponseTo(statement, words)
  const told: Told[] = []
  for (;;) {
    const answer = await clients.send(ann, method, way, payload)
    if (answer.status !== 503) return { told, answer, isLost: !front.isAwaiting() }
    told.push({ slug: answer.slug, outcome: answer.data.outcome })
  }
}

const UNKNOWN = { slug: 'service-unavailable', outcome: 'unknown' }
const NOT_DONE = { slug: 'service-unavailable', outcome: undefined }

const countPosts = async () =>
  (await database().db.one<{ posts: number }>(SQL`select count(*)::int as posts from post`)).posts

test.serial('a post whose response was lost is reported as unknown, and exists once after a retry', async t => {
  const payload = { content: 'said once', idempotency_key: 'k' }
  const { told, answer, isLost } = await sendThrough('insert into post (', 'SELECT 1', 'POST', '/posts', payload)
  t.true(isLost)
  t.deepEqual(told[0], UNKNOWN)
  t.deepEqual([answer.status, answer.headers.get('idempotent-replay')], [201, 'true'])
  t.is(await countPosts(), 1)
})

test.serial('a transaction whose commit got no response is reported as unknown, and has happened', async t => {
  const payload = { bio: 'of many words' }
  const { told, answer, isLost } = await sendThrough('update agent set', 'COMMIT', 'PATCH', '/agents/me', payload)
  t.true(isLost)
  t.deepEqual(told[0], UNKNOWN)
  t.is(answer.status, 200)
})

test.serial('a request whose admission got no response can be retried, and had no effect', async t => {
  front.cut()
  const payload = { content: 'said later' }
  const { told, answer, isLost } = await sendThrough('insert into nonce', 'SELECT 1', 'POST', '/posts', payload)
  t.true(isLost)
  for (const one of told) t.deepEqual(one, NOT_DONE)
  t.deepEqual([answer.status, answer.headers.get('idempotent-replay')], [201, null])
  t.is(await countPosts(), 2)
})

test.serial('a read without a response is never reported as unknown', async t => {
  const { told, answer, isLost } = await sendThrough('from follow f join', 'SELECT', 'GET', '/agents/ann/followers', {})
  t.true(isLost)
  t.deepEqual(told[0], NOT_DONE)
  t.is(answer.status, 200)
})
